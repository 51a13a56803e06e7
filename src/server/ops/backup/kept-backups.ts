import type pg from 'pg'
import { type Connection, connectAlone } from '#server/db/pool.ts'

/** The last backup that was whole. */
export interface LastBackup {
  at: string
  bytes: number
  rows: number
}

/** A mark of the database: all servers on it, and their System Status, know of the same. */
const MARK = 'last-backup'

export async function noteBackup(connection: Connection, last: LastBackup): Promise<void> {
  const client = await connectAlone(connection)
  try {
    await client.query(
      `insert into marks (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [MARK, JSON.stringify(last)],
    )
  } finally {
    await client.end()
  }
}

export async function lastBackup(pool: Pick<pg.Pool, 'query'>): Promise<LastBackup | undefined> {
  const { rows } = await pool.query<{ value: string }>('select value from marks where name = $1', [
    MARK,
  ])
  return rows[0] ? (JSON.parse(rows[0].value) as LastBackup) : undefined
}
