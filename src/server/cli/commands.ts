import { registry } from '#resources/index.ts'
import { moveToZone, rebuildAlone } from '#server/analytics/rebuild.ts'
import { type Config, zoneSchema } from '#server/config.ts'
import { startOfDay } from '#server/db/days.ts'
import { connectAlone } from '#server/db/pool.ts'
import { DEMO_USERS } from '#server/demo/learners.ts'
import { loadDemo, startOfToday } from '#server/demo/load-demo.ts'
import { explainFailure } from '#server/failure.ts'
import { diagnose, withoutDatabase } from '#server/ops/doctor.ts'
import { findStoredFaults } from '#server/records/stored-findings.ts'
import { accountCommands } from './account-commands.ts'
import { backupCommands } from './backup-commands.ts'
import {
  CommandError,
  command,
  confirm,
  flag,
  say,
  secondsSince,
  text,
  UsageError,
  withDatabase,
  withServices,
} from './command-line.ts'

/** Computes all figures from the stored events. A server may run meanwhile. */
const rebuild = command('admin rebuild', '', {}, (_given, config) =>
  withServices(config, async ({ insight }, connection) => {
    const began = Date.now()
    await insight.facts.rollUp()
    const wrong = await rebuildAlone(connection, { registry, say })
    const found = wrong === 0 ? 'nothing was wrong' : `corrected ${wrong} wrong rows`
    say(`Recounted all events in ${secondsSince(began)} s: ${found}.`)
  }),
)

/** Counts days in another time zone from now on. Running servers follow. */
const setZone = command('admin set-zone', '<time zone>', {}, async (_given, config, name) => {
  if (!name) throw new UsageError('Say which time zone.')
  const { data: zone, error } = zoneSchema.safeParse(name)
  if (zone === undefined)
    throw new CommandError(`'${name}' cannot be used: ${error?.issues[0]?.message}.`)
  await withServices(config, async ({ security }, connection) => {
    const before = await moveToZone(connection, zone, { registry, say })
    if (before === zone) return say(`Days are counted in ${before} already.`)
    const facts = { account: null, address: null, what: 'reporting time zone', to: zone }
    security.note('settings_changed', facts)
    say(`Days are counted in ${zone} now, and no longer in ${before}.`)
    say('On all servers, set REPORTING_TIME_ZONE to this zone, or unset it.')
  })
})

/** Counts the batches of events that were set aside. */
const retryEvents = command('admin retry-events', '', {}, (_given, config) =>
  withServices(config, async ({ insight }) => {
    const { batches, events, aside } = await insight.facts.retry()
    if (batches === 0) return say('No batch of events is set aside.')
    say(
      `Tried again: ${batches}. Batches that still cannot be counted: ${aside}. New events: ${events}.`,
    )
  }),
)

/** Loads the sample data. With --reset it deletes the old samples first. */
const demo = command(
  'demo',
  '[--reset] [--users <number>] [--events <number>] [--today <YYYY-MM-DD>] [--yes]',
  { reset: flag, users: text, events: text, today: text, yes: flag },
  async ({ reset = false, yes, ...given }, config) => {
    const users = countIn(given.users ?? String(DEMO_USERS), '--users', 1_000_000)
    const events = given.events ? countIn(given.events, '--events', 20_000_000) : undefined
    const today = given.today === undefined ? startOfToday() : startOfDay(given.today, 'UTC')
    if (!today) throw new UsageError('--today must be a day, like 2026-01-31.')
    if (reset)
      await confirm(
        'This permanently deletes all sample records, also edited ones. Your own records stay, with the samples that they refer to, and so do users with a password.',
        yes,
      )
    await withServices(config, (_services, connection) =>
      loadDemo(connection, { today, reset, users, events }, say),
    )
  },
)

function countIn(given: string, option: string, most: number): number {
  if (!/^\d{1,9}$/.test(given) || Number(given) > most)
    throw new UsageError(`${option} must be a whole number from 0 to ${most}.`)
  return Number(given)
}

/** Checks this server, and says how to fix each fault. Exits with 1 if there is one. */
const doctor = command('admin doctor', '', {}, async (_given, config) => {
  const findings = await withDatabase(config, (connection) =>
    diagnose(connection, config, registry),
  ).catch((error: unknown) => withoutDatabase(explainFailure(error, config), config))
  for (const { about, words, fix } of findings) {
    say(`${fix === undefined ? 'ok    ' : 'WRONG '} ${about}: ${words}`)
    if (fix !== undefined) say(`       fix: ${fix}`)
  }
  const count = findings.filter(({ fix }) => fix !== undefined).length
  say(count === 0 ? '\nNothing is wrong.' : `\nWrong: ${count}.`)
  if (count > 0) process.exitCode = 1
})

/** Lists the stored records that these declarations would refuse, and changes nothing. Exits with 1 if there are any. */
const checkData = command(
  'check data',
  '[--against <database URL>]',
  { against: text },
  async ({ against }, config) => {
    if (against !== undefined && !/^postgres(ql)?:\/\//.test(against))
      throw new UsageError('--against takes a database URL: postgres://…')
    const own = against === undefined ? config : { ...config, databaseUrl: against }
    const findings = await withDatabase(own, async (connection) => {
      const client = await connectAlone(connection)
      return findStoredFaults(client, registry).finally(() => client.end())
    })
    for (const { about, words, fix, resource, field, records, link } of findings) {
      say(`${about}: ${words}`)
      say(`  Field     ${resource}: ${field}`)
      say(`  Records   ${records.map(({ id, name }) => `${id}  ${name}`).join('\n            ')}`)
      say(`  List      ${link}`)
      say(`  To do     ${fix}\n`)
    }
    const refused = findings.length
    say(
      refused === 0
        ? 'All stored records match their declarations.'
        : `${refused} findings violate the declarations. See docs/changing-a-resource.md`,
    )
    if (refused > 0) process.exitCode = 1
  },
)

const COMMANDS = [
  ...accountCommands,
  ...[rebuild, setZone, retryEvents, doctor],
  ...backupCommands,
  ...[checkData, demo],
]

export const USAGE = `Usage:\n${COMMANDS.map(({ usage }) => `  ${usage}\n`).join('')}`

/** Returns the command that the first words name. Throws UsageError if there is none. */
export function findCommand(words: string[]): (config: Config) => Promise<void> {
  for (const { words: own, run } of COMMANDS)
    if (own.every((word, at) => words[at] === word))
      return (config) => run(words.slice(own.length), config)
  throw new UsageError(`There is no command '${words.slice(0, 2).join(' ')}'.`)
}
