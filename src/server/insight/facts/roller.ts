import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Rolled } from './roll.ts'

/** How often the queue is looked at: other servers fill it too. */
const EVERY_MS = 1000
/** After an accept of this process: batches that come together are rolled up together. */
const SOON_MS = 200
const AFTER_FAILURE_MS = 5000

export interface Roller {
  /** Says that something is pending. */
  nudge(): void
  /** Ends it, after the round under way. */
  stop(): Promise<void>
}

/** Rolls up in the background whenever something is pending. What fails is tried again. */
export function startRoller(options: {
  pool: Pool
  roll(): Promise<Rolled>
  log: FastifyBaseLogger
}): Roller {
  const { pool, roll, log } = options
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | undefined
  let isStopped = false

  const isPending = async () =>
    (await pool.query('select 1 from event_batches order by id limit 1')).rows.length > 0

  const rollAll = async () => {
    if (!(await isPending())) return
    while (!isStopped && (await roll()).batches > 0);
  }

  const plan = (inMs: number) => {
    const at = Date.now() + inMs
    if (isStopped || running || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(begin, inMs)
    timer.unref()
  }

  const begin = () => {
    let again = EVERY_MS
    dueAt = Number.POSITIVE_INFINITY
    running = rollAll()
      .catch((error: unknown) => {
        again = AFTER_FAILURE_MS
        log.warn({ err: error }, 'rolling up events failed; they are kept, and tried again')
      })
      .finally(() => {
        running = undefined
        plan(again)
      })
  }

  plan(SOON_MS)
  return {
    nudge: () => plan(SOON_MS),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
