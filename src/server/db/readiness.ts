import type { Pool } from 'pg'
import { readMigrations } from './migrate.ts'

/** Why requests cannot be served from this database; undefined where nothing stands against it. */
export type Lack = 'database' | 'migrations'

/** Long for one row by its key, and shorter than whoever asks waits. */
const ANSWER_MS = 1500

/** Asks on connections that requests do not take: a crowd is no reason to be called unready. */
export function createReadiness(rolling: Pool): () => Promise<Lack | undefined> {
  const newest = Math.max(...readMigrations().map(({ id }) => id))
  return async () => {
    const asked = { text: 'select max(id) as id from migrations', query_timeout: ANSWER_MS }
    try {
      const { rows } = await rolling.query<{ id: number | null }>(asked)
      return (rows[0]?.id ?? 0) >= newest ? undefined : 'migrations'
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === '42P01'
      return isMissing ? 'migrations' : 'database'
    }
  }
}
