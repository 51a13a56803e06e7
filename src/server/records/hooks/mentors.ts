import type { Hooks } from './hooks.ts'

/**
 * Mentors: what learners' reviews add up to stands above the stored rating, which stays as it was. An
 * admin's rating is kept only while there are no reviews; the whole record may be sent back as it was read.
 */
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
