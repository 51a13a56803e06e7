import type pg from 'pg'

/** What the reviews of a mentor add up to. */
export interface Rating {
  /** The mean, to one decimal. */
  rating: number
  reviewCount: number
}

export interface Ratings {
  /** Of those of the mentors that have reviews, by id, in one query. */
  of(mentorIds: readonly string[]): Promise<ReadonlyMap<string, Rating>>
}

const OF = {
  name: 'ratings_of',
  text: `select mentor_id as id, n, round(stars::numeric / n, 1)::float8 as rating
    from mentor_ratings where mentor_id = any($1::uuid[]) and n > 0`,
}

export function createRatings(pool: pg.Pool): Ratings {
  return {
    async of(mentorIds) {
      if (mentorIds.length === 0) return new Map()
      const { rows } = await pool.query<{ id: string; n: number; rating: number }>({
        ...OF,
        values: [mentorIds],
      })
      return new Map(rows.map(({ id, n, rating }) => [id, { rating, reviewCount: n }]))
    },
  }
}
