import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { WITHOUT_LIMITS } from './migrate.ts'
import { type Connection, connectAlone } from './pool.ts'

/** Rows of `setup_lock`, beside the first (migrate.ts): who holds one does what it stands for, over all servers. */
const ROWS = {
  /** Brings large tables up to their declarations. */
  online: 2,
  /** Counts everything anew. */
  recount: 3,
  /** Makes the backups that are due. */
  backup: 4,
  /** Builds the indexes of migrations. */
  migratedIndexes: 5,
} as const

const LOOK_MS = 250

/**
 * Does it while no other process does, by a row of `setup_lock`, on a connection of its own. `try` gives undefined at
 * once where another does; `wait` looks again and again. A statement that waits would hold a snapshot, and whoever
 * builds an index beside the work would wait for that one's end: both would wait for ever.
 */
export async function whileHolding<T>(
  connection: Connection,
  row: keyof typeof ROWS,
  mode: 'wait' | 'try',
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const holder = await connectAlone(connection)
  const stop = () => void holder.end()
  signal?.addEventListener('abort', stop)
  try {
    await holder.query('insert into setup_lock (id) values ($1) on conflict do nothing', [
      ROWS[row],
    ])
    await holder.query(`begin; ${WITHOUT_LIMITS}`)
    while (!(await takes(holder, ROWS[row]))) {
      if (mode === 'try') return undefined
      await pause(LOOK_MS)
    }
    return await work()
  } finally {
    signal?.removeEventListener('abort', stop)
    await holder.end()
  }
}

/** Without a parameter: a statement with one keeps its snapshot open until the transaction's end. */
async function takes(holder: Client, id: number): Promise<boolean> {
  const { rows } = await holder.query(
    `select id from setup_lock where id = ${id} for update skip locked`,
  )
  return rows.length > 0
}
