import type { Services } from './services.ts'

/** Deletes sessions, markers of devices, counters and sign-in events that have run out, now and then. */
export function startHousekeeping({
  store,
  insight,
  background,
}: Pick<Services, 'store' | 'insight' | 'background'>): void {
  background.inBackground('housekeeping', { everyMs: 10 * 60_000, deadlineMs: 60_000 }, () =>
    Promise.all([
      store.sessions.sweep(),
      store.devices.sweep(),
      store.sweepLimits(),
      store.signInEvents.sweep(),
      insight.requests.sweep(),
    ]),
  )
}
