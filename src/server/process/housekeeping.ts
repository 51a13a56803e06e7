import type { FastifyBaseLogger } from 'fastify'
import type { Services } from './services.ts'

const EVERY_MS = 10 * 60_000

/** Deletes sessions, markers of devices and counters that have run out, now and then. Gives the function that ends it. */
export function startHousekeeping(
  { store, insight }: Pick<Services, 'store' | 'insight'>,
  log: FastifyBaseLogger,
): () => void {
  const sweep = () =>
    Promise.all([
      store.sessions.sweep(),
      store.devices.sweep(),
      store.sweepLimits(),
      insight.requests.sweep(),
    ]).catch((error: unknown) =>
      log.warn({ err: error }, 'cleaning up failed; the next round tries again'),
    )
  const timer = setInterval(() => void sweep(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
