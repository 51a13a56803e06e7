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
  command,
  confirm,
  flag,
  listOf,
  say,
  secondsSince,
  text,
  UsageError,
  withDatabase,
  withServices,
} from './command-line.ts'

const rebuild = command(
  'admin rebuild',
  '',
  'Count all figures again from the stored events. A server may run.',
  {},
  (_given, config) =>
    withServices(config, async ({ insight }, connection) => {
      const began = Date.now()
      await insight.facts.rollUp()
      const wrong = await rebuildAlone(connection, { registry, say })
      const found = wrong === 0 ? 'Nothing was wrong' : `Corrected ${wrong} wrong rows`
      say(`Counted all events again in ${secondsSince(began)} s. ${found}.`)
    }),
)

const setZone = command(
  'admin set-zone',
  '<time-zone>',
  'Count days in another time zone. Running servers follow.',
  {},
  async (_given, config, name) => {
    if (!name) throw new UsageError('Name a time zone, like Europe/Vienna.')
    const { data: zone, error } = zoneSchema.safeParse(name)
    if (zone === undefined)
      throw new UsageError(`The time zone '${name}' ${error?.issues[0]?.message}.`)
    await withServices(config, async ({ security }, connection) => {
      const before = await moveToZone(connection, zone, { registry, say })
      if (before === zone) return say(`The reporting time zone is already ${before}.`)
      const facts = { account: null, address: null, what: 'reporting time zone', to: zone }
      security.note('settings_changed', facts)
      say(`Changed the reporting time zone from ${before} to ${zone}.`)
      say('If REPORTING_TIME_ZONE is set on a server, set it to this zone or unset it.')
    })
  },
)

const retryEvents = command(
  'admin retry-events',
  '',
  'Retry the batches of events that could not be counted.',
  {},
  (_given, config) =>
    withServices(config, async ({ insight }) => {
      const { batches, events, aside } = await insight.facts.retry()
      if (batches === 0) return say('There are no failed batches.')
      say(`Retried ${batches} batches: ${events} new events, ${aside} batches failed again.`)
    }),
)

const demo = command(
  'demo',
  '[--reset] [--users <number>] [--events <number>] [--today <YYYY-MM-DD>] [--yes]',
  'Load the sample data.',
  {
    reset: flag('delete the existing samples first'),
    users: text(`the number of sample users; ${DEMO_USERS} by default`),
    events: text('about how many events to add'),
    today: text('the day that the data leads up to; today by default'),
    yes: flag('do not ask for confirmation'),
  },
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

const doctor = command(
  'admin doctor',
  '',
  'Check the server and print how to fix each error. Exits with 1 if there are errors.',
  {},
  async (_given, config) => {
    const findings = await withDatabase(config, (connection) =>
      diagnose(connection, config, registry),
    ).catch((error: unknown) => withoutDatabase(explainFailure(error, config), config))
    for (const { about, words, fix } of findings) {
      say(`${fix === undefined ? 'ok    ' : 'ERROR '} ${about}: ${words}`)
      if (fix !== undefined) say(`       fix: ${fix}`)
    }
    const count = findings.filter(({ fix }) => fix !== undefined).length
    say(`\n${findings.length - count} passed, ${count} failed.`)
    if (count > 0) process.exitCode = 1
  },
)

const checkData = command(
  'check data',
  '[--against <database-url>]',
  'List stored records that the declarations reject. Exits with 1 if there are any.',
  { against: text('another database: postgres://…') },
  async ({ against }, config) => {
    if (against !== undefined && !/^postgres(ql)?:\/\//.test(against))
      throw new UsageError('--against must be a database URL: postgres://…')
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
      say(`  Fix       ${fix}\n`)
    }
    const refused = findings.length
    say(
      refused === 0
        ? 'All stored records match their declarations.'
        : `${refused} findings. docs/changing-a-resource.md explains what to do.`,
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

const matching = (args: string[]) =>
  COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))

/** Returns the help of the command that the first words name, or the list of commands. */
export function helpFor(args: string[]): string {
  const found = matching(args)
  if (found) return found.help
  const rows = COMMANDS.flatMap(({ words: [script, word], about }) =>
    script === 'admin' && word ? [[word, about] as const] : [],
  )
  return `Usage: npm run admin -- <command> [options]\n\nCommands:\n${listOf(rows)}\n\nnpm run admin -- <command> --help shows the options of a command.`
}

/** Returns the command that the first words name. Throws UsageError if there is none. */
export function findCommand(args: string[]): (config: Config) => Promise<void> {
  const found = matching(args)
  if (found) return (config) => found.run(args.slice(found.words.length), config)
  const [, word] = args
  const error = new UsageError(word ? `Unknown command '${word}'.` : 'Name a command.')
  error.usage = helpFor([])
  throw error
}
