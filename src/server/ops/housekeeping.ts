import type { Config } from '#server/config.ts'
import { createRetention } from '#server/history/erase.ts'
import { WAITLIST } from '#server/public-forms/waitlist.ts'
import type { Services } from '#server/services.ts'

/**
 * Deletes sessions, links, tickets, markers of devices and counters that have run out, now and then,
 * and erases what was kept for long enough. Sends the mail that waits.
 */
export function startHousekeeping(
  {
    store,
    registry,
    insight,
    erasing,
    background,
    mailing,
    waitlist,
  }: Pick<
    Services,
    'store' | 'registry' | 'insight' | 'erasing' | 'background' | 'mailing' | 'waitlist'
  >,
  { trashDays: trash, historyDays: history }: Pick<Config, 'trashDays' | 'historyDays'>,
): void {
  background.schedule('housekeeping', { everyMs: 10 * 60_000, deadlineMs: 60_000 }, () =>
    Promise.all([
      store.sessions.sweep(),
      store.oneTime.sweep(),
      store.mails.sweep(),
      store.securityEvents.sweep(),
      store.devices.sweep(),
      store.tickets.sweep(),
      store.sweepLimits(),
      insight.requests.sweep(),
    ]),
  )
  mailing.start(background)
  if (registry.some(({ name }) => name === WAITLIST))
    background.schedule(
      'erasing addresses that nobody confirmed',
      { everyMs: 10 * 60_000, deadlineMs: 60_000 },
      (signal) => waitlist.sweep(signal),
    )
  const retain = createRetention(store, registry, erasing, { trash, history })
  background.schedule(
    'erasing what was kept for long enough',
    { everyMs: 10 * 60_000, deadlineMs: 60_000 },
    retain,
  )
}
