import type { Hooks } from './hooks.ts'

/** Mentors: the rating by learners' reviews, where there are any, overrides the stored one, which then stays as it is. */
export const mentorHooks: Hooks = {
  async prepare(store, write) {
    if (write.action === 'delete') return { data: {} }
    if (write.action !== 'update') return { data: write.data }
    const { id, data: before } = write.before
    if (!(await store.ratings.of([id])).has(id)) return { data: write.data }
    return { data: { ...write.data, rating: before.rating } }
  },

  async present(store, shown, records) {
    const ratings = await store.ratings.of(records.map(({ id }) => id))
    return shown.map((row, index) => ({ ...row, ...ratings.get(records[index]?.id ?? '') }))
  },
}
