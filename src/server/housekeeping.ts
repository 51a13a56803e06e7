import type { FastifyBaseLogger } from 'fastify'
import type { Store } from './store/store.ts'

const EVERY_MS = 10 * 60_000

/** Deletes sessions and counters that have run out, now and then. Gives the function that ends it. */
export function startHousekeeping(store: Store, log: FastifyBaseLogger): () => void {
  const sweep = () =>
    Promise.all([store.sessions.sweep(), store.signInLimits.sweep()]).catch((error: unknown) =>
      log.warn({ err: error }, 'cleaning up failed; the next round tries again'),
    )
  const timer = setInterval(() => void sweep(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
