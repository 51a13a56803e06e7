import type { Config } from '#server/base/config.ts'
import { createRetention } from '#server/domain/retention.ts'
import type { Services } from './services.ts'

/**
 * Deletes sessions, markers of devices, counters and sign-in events that have run out, now and then, and erases
 * what was kept for long enough.
 */
export function startHousekeeping(
  {
    store,
    registry,
    insight,
    erasing,
    background,
  }: Pick<Services, 'store' | 'registry' | 'insight' | 'erasing' | 'background'>,
  { trashDays: trash, historyDays: history }: Pick<Config, 'trashDays' | 'historyDays'>,
): void {
  background.inBackground('housekeeping', { everyMs: 10 * 60_000, deadlineMs: 60_000 }, () =>
    Promise.all([
      store.sessions.sweep(),
      store.devices.sweep(),
      store.sweepLimits(),
      store.signInEvents.sweep(),
      insight.requests.sweep(),
    ]),
  )
  const retain = createRetention(store, registry, erasing, { trash, history })
  background.inBackground(
    'erasing what was kept for long enough',
    { everyMs: 10 * 60_000, deadlineMs: 60_000 },
    retain,
  )
}
