import type { Store } from '#server/services.ts'
import type { Hooks } from './hooks.ts'

/**
 * Mentors: if learners have reviewed a mentor, the mean of the reviews replaces the stored rating, which then cannot be
 * changed.
 */
export const mentorHooks: Hooks = {
  async prepare(store, write) {
    if (write.action !== 'update') return { data: write.data }
    const { id, data: before } = write.before
    if (!(await ratingsOf(store, [id])).has(id)) return { data: write.data }
    return { data: { ...write.data, rating: before.rating } }
  },

  async present(store, shown, records) {
    const ratings = await ratingsOf(
      store,
      records.map(({ id }) => id),
    )
    return shown.map((row, index) => ({ ...row, ...ratings.get(records[index]?.id ?? '') }))
  },
}

/** Returns the mean rating, to one decimal, and the number of reviews of the mentors that have reviews, by id. */
async function ratingsOf({ pool }: Store, mentorIds: readonly string[]) {
  if (mentorIds.length === 0) return new Map()
  const { rows } = await pool.query<{ id: string; reviewCount: number; rating: number }>({
    name: 'ratings_of',
    text: `select mentor_id as id, n as "reviewCount", round(stars::numeric / n, 1)::float8 as rating
      from mentor_ratings where mentor_id = any($1::uuid[]) and n > 0`,
    values: [mentorIds],
  })
  return new Map(rows.map(({ id, rating, reviewCount }) => [id, { rating, reviewCount }]))
}
