import type { Config } from '#server/config.ts'
import { startOfDay } from '#server/db/days.ts'
import { DEMO_USERS } from '#server/demo/learners.ts'
import { loadDemo, startOfToday } from '#server/demo/load-demo.ts'
import { confirm } from './ask.ts'
import { say, withServices } from './command-services.ts'
import { readOptions, UsageError } from './usage.ts'

const MOST_USERS = 1_000_000
const MOST_EVENTS = 20_000_000

/** npm run demo: loads the sample data, or with --reset makes it anew. */
export async function demo(args: string[], config: Config): Promise<void> {
  const given = readOptions(args, {
    reset: { type: 'boolean', default: false },
    users: { type: 'string', default: String(DEMO_USERS) },
    events: { type: 'string' },
    today: { type: 'string' },
    yes: { type: 'boolean', default: false },
  })
  const users = countIn(given.users, '--users', MOST_USERS)
  const events = given.events ? countIn(given.events, '--events', MOST_EVENTS) : undefined
  const today = given.today === undefined ? startOfToday() : startOfDay(given.today, 'UTC')
  if (!today) throw new UsageError('--today must be a day, like 2026-01-31.')
  if (given.reset)
    await confirm(
      'This deletes all sample records for good, also those that were edited. Your own records stay, with the samples that they refer to, and so do users with a password.',
      given.yes,
    )
  await withServices(config, ({ insight }, connection) =>
    loadDemo(connection, { today, reset: given.reset, users, events, zone: insight.zone() }, say),
  )
}

function countIn(text: string, option: string, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (count > most) throw new UsageError(`${option} must be a whole number from 0 to ${most}.`)
  return count
}
