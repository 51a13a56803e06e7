import type { Connection } from '#server/db/pool.ts'
import type { Family } from '#server/http/metrics/exposition.ts'

/** The argument by which the first process starts its workers. */
export const WORKER = '--worker'

/** Whether this process was started as a worker, by a first process that is there. */
export function isWorker(): boolean {
  return process.send !== undefined && process.argv.includes(WORKER)
}

/** What a worker is told first. */
export interface Begin {
  say: 'begin'
  connection: Connection
  replica: Connection | undefined
  /** The port that others reach. */
  port: number
  /** Undefined where nothing is known of the database's disk. */
  isFull: boolean | undefined
  /** One of all does what one alone may do. */
  isFirst: boolean
  /** It tells the operator of the server's start. */
  speaks: boolean
}

/** What the first process says to a worker. `socket` brings a connection with it. */
export type ToWorker =
  | Begin
  | { say: 'left' | 'forget' }
  | { say: 'socket'; id: number }
  | { say: 'room'; isFull: boolean }
  | { say: 'count'; id: number }
  | { say: 'gathered'; id: number; families: readonly Family[] }

/** What a worker says to the first process. */
export type FromWorker =
  /** It takes connections; its start is over; it takes no more, and waits for `left`; others shall forget totals. */
  | { say: 'open' | 'ready' | 'leaving' | 'forget' }
  /** It has the connection. */
  | { say: 'took'; id: number }
  /** It could not start, in words for the operator. */
  | { say: 'failed'; words: string }
  /** The database met something that may mean a full disk. */
  | { say: 'met'; code: string | undefined; message: string }
  | { say: 'counted'; id: number; families: readonly Family[] }
  | { say: 'gather'; id: number }

/** Says to the first process why this one could not start. */
export async function tellFailure(words: string): Promise<void> {
  const message: FromWorker = { say: 'failed', words }
  await new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, resolve)
    else resolve(undefined)
  })
}
