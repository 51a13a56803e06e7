import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { connectAlone } from '#server/db/pool.ts'
import { createRetention } from '#server/history/erase.ts'
import { WAITLIST } from '#server/public-forms/waitlist.ts'
import { findRenames, findStoredFaults } from '#server/records/stored-findings.ts'
import { sweepSecurityEvents } from '#server/security-log/security-log.ts'
import type { Services } from '#server/services.ts'

const RHYTHM = { everyMs: 10 * 60_000, deadlineMs: 60_000 }

/**
 * Schedules the jobs that delete expired sessions, tickets, devices and counters, apply retention, and send queued
 * email.
 */
export function startHousekeeping(
  { store, registry, insight, erasing, background, mailing, waitlist }: Services,
  { trashDays: trash, historyDays: history }: Pick<Config, 'trashDays' | 'historyDays'>,
): void {
  background.schedule('housekeeping', RHYTHM, () =>
    Promise.all([
      store.sessions.sweep(),
      mailing.sweep(),
      sweepSecurityEvents(store.pool),
      store.tickets.sweep(),
      store.sweepLimits(),
      insight.requests.sweep(),
    ]),
  )
  mailing.start(background)
  if (registry.some(({ name }) => name === WAITLIST))
    background.schedule('erase unconfirmed addresses', RHYTHM, (signal) => waitlist.sweep(signal))
  const retain = createRetention(store, registry, erasing, { trash, history })
  background.schedule('erase expired records', RHYTHM, retain)
}

const DAILY = { everyMs: 86_400_000, deadlineMs: 3_600_000, afterFailureMs: 600_000 }
/** The most lines for the operator. The check command prints all. */
const MOST_SAID = 5

/**
 * Checks the stored records against the declarations at startup and daily, with pauses. Passes a few lines to `say`.
 * Logs only ids, because names of records are personal data.
 */
export function startChecks(
  { store, registry, background }: Pick<Services, 'store' | 'registry' | 'background'>,
  say: (line: string) => void,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  let reported = '[]'
  background.schedule('check stored records', DAILY, async (signal) => {
    const client = await connectAlone(store.connection)
    const check = async () => ({
      renames: await findRenames(client, registry),
      findings: await findStoredFaults(client, registry, { signal }),
    })
    const { renames, findings } = await check().finally(() => client.end())
    const found = JSON.stringify([...renames, ...findings])
    if (found === reported) return
    reported = found
    for (const { resource, field, kind, count, records } of findings) {
      const facts = { resource, field, kind, count, records: records.map(({ id }) => id) }
      log.warn(facts, 'stored records do not match their declaration')
    }
    if (findings.length > 0)
      say(
        'Warning: some stored records do not match the declarations. Details: npm run check -- data',
      )
    for (const { about, words, link } of findings.slice(0, MOST_SAID))
      say(`  ${about}: ${words}. ${link.slice(0, 200)}`)
    if (findings.length > MOST_SAID) say(`  and ${findings.length - MOST_SAID} more`)
    for (const line of renames) say(line)
  })
}
