import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { expectOk, type Target } from './client.ts'

/**
 * Starts `rate` pieces of work a second until `count` are started or `end` is called. Each starts on time, whether
 * the earlier ones have ended or not. Returns the time of each in ms, counted from when it was due.
 */
export function atRate(
  rate: number,
  work: (index: number) => Promise<unknown>,
  count = Number.POSITIVE_INFINITY,
): { done: Promise<number[]>; end(): Promise<number[]> } {
  let isOver = false
  const waits: number[] = []
  const run = async () => {
    const began = performance.now()
    const open: Promise<void>[] = []
    const failures: unknown[] = []
    for (let index = 0; index < count; index += 1) {
      const due = began + (index * 1000) / rate
      if (due > performance.now()) await sleep(due - performance.now())
      if (isOver || failures.length > 0) break
      const piece = work(index).then(
        () => void waits.push(performance.now() - due),
        (error: unknown) => void failures.push(error),
      )
      open.push(piece)
    }
    await Promise.all(open)
    if (failures.length > 0) throw failures[0]
    return waits
  }
  const done = run()
  // `end` or `done` reports the failure.
  done.catch(() => undefined)
  return {
    done,
    end() {
      isOver = true
      return done
    },
  }
}

/** Reads pages of the users list at a rate, as other admins do meanwhile. */
export function readUsers(target: Target, rate: number) {
  return atRate(rate, (index) => expectOk(target, 'GET', `/users?page=${1 + (index % 50)}`))
}

/** Seconds until every accepted event is counted. Throws after `most` seconds. */
export async function untilCounted(connection: Connection, most: number): Promise<number> {
  const began = performance.now()
  const client = await connectAlone(connection)
  try {
    for (;;) {
      const { rowCount } = await client.query('select 1 from event_batches limit 1')
      const seconds = (performance.now() - began) / 1000
      if (rowCount === 0) return seconds
      if (seconds > most) throw new Error(`Events wait for longer than ${most} seconds.`)
      await sleep(50)
    }
  } finally {
    await client.end()
  }
}
