import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client as Database } from 'pg'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { connectAlone } from '#server/db/pool.ts'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { type Program, postmasterIn, productEnv, startProgram } from './api/programs.ts'
import { clientOf } from './changes/client.ts'
import { command } from './growth/command.ts'
import { crowdsOf } from './growth/crowd.ts'
import { grow, noteInHistory, type Size, sizeOf, tidy } from './growth/fill.ts'
import { type Answering, measure, type Reading, residentOf } from './growth/measure.ts'
import { operationsOn, sampleOf } from './growth/operations.ts'
import { emptyRecord, readRecord, recordStage } from './growth/record.ts'
import { grownIn, type Stage, writeReport } from './growth/report.ts'

/**
 * How each operation's time and memory grow with what there is: npm run bench -- growth [--to USERS] [--only WORD]
 * [--record] [--plot]. Users and events double from 10,000 and 100,000 up to USERS and ten times as many events (40,000 unless
 * said; 2,000,000 for the whole). `--only` measures operations whose name has the word; `--record` writes
 * each size into .cache/growth as soon as it was measured, and `--plot` draws pictures and table of that record and does
 * nothing else. Exits with 1 when one grows linearly that does not read or write all there is.
 */
const { values: options } = parseArgs({
  options: {
    to: { type: 'string', default: '40000' },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    plot: { type: 'boolean', default: false },
  },
})
const FROM = { users: 10_000, events: 100_000 }
const TO = Number(options.to)
const WHOLE = new Set(['export, whole', 'everything counted anew', 'loading'])
const isWanted = (name: string) => name.includes(options.only)

if (options.plot) {
  const recorded = readRecord()
  if (recorded.length === 0) {
    console.error('Nothing is recorded. First: npm run bench -- growth --record')
    process.exit(2)
  }
  tell(recorded)
  process.exit()
}
const folder = mkdtempSync(join(tmpdir(), 'waymark-growth-'))
const dataDir = join(folder, 'data')
const env = {
  ...productEnv(dataDir),
  SIGN_INS_PER_ACCOUNT: '5000',
  SESSIONS_PER_USER: '500',
  CONFIRM_MINUTES: '1440',
}
/** One that is still being measured. */
type StageOfMine = Stage & { readings: Map<string, Reading> }

const stages: Stage[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
try {
  await (await startProgram(['dist/server/main.js'], env)).stop()
  // Held open, so that a start of the server is no start of the database.
  const { connection, release } = await openDatabase(await readConfig(env), 'join', () => undefined)
  try {
    const database = await connectAlone(connection)
    if (options.record && !options.only) emptyRecord()
    for (const size of sizes()) {
      const stage = await stageAt(database, size)
      say(stage)
      stages.push(stage)
      if (options.record) recordStage(stage, options.only !== '')
    }
    await database.end()
  } finally {
    await release()
  }
  tell(options.record ? readRecord() : stages)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** From the first size on twice as many each, and the last. */
function sizes(): Size[] {
  const all: Size[] = []
  for (let times = 1; FROM.users * times < TO; times *= 2)
    all.push({ users: FROM.users * times, events: FROM.events * times })
  return [...all, { users: TO, events: TO * 10 }]
}

async function stageAt(database: Database, size: Size): Promise<StageOfMine> {
  progress(`${size.users} users, ${size.events} events: loading`)
  const readings = new Map<string, Reading>()
  const began = performance.now()
  const now = await sizeOf(database)
  if (now.users < FROM.users) {
    const { users, events } = size
    await command(env, 'demo', '--users', String(users), '--events', String(events))
    await noteInHistory(database)
    await tidy(database)
  } else await grow(database, now, size)
  readings.set('loading', once(performance.now() - began, 0))
  progress('counting everything anew')
  const counted = await command(env, 'admin', 'rebuild')
  readings.set('everything counted anew', once(counted.ms, counted.megabytes))
  await tidy(database)
  progress('measuring')

  const postmaster = postmasterIn(dataDir)
  const starts: Program[] = []
  const start = async () => {
    await starts.pop()?.stop()
    const at = performance.now()
    starts.push(await startProgram(['dist/server/main.js'], env))
    return performance.now() - at
  }
  if (isWanted('start of the server')) {
    const reading = await measure({ pid: process.pid, postmaster }, start, { most: 5 })
    const { cpu: _, ...own } = reading
    readings.set('start of the server', { ...own, megabytes: residentOf(starts[0]?.pid ?? 0) })
  } else await start()
  const [program] = starts
  if (!program) throw new Error('No server was started.')
  try {
    await measureAll(program, { pid: program.pid, postmaster }, database, readings)
  } finally {
    await program.stop()
  }
  const { events, megabytes } = await sizeOf(database)
  return { users: size.users, events, megabytes, readings }
}

function progress(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
}

function say({ users, events, megabytes, readings }: Stage): void {
  progress(`${users} users, ${events} events, ${Math.round(megabytes)} MB`)
  for (const [name, { calls, median, p99, cpu, megabytes }] of readings)
    console.log(
      `  ${name.padEnd(34)}${median.toFixed(1).padStart(10)}${p99.toFixed(1).padStart(10)} ms${cpu === undefined ? '' : ` CPU ${cpu.toFixed(1)}`}${String(calls).padStart(5)} calls${String(megabytes).padStart(6)} MB`,
    )
}

async function measureAll(
  { url }: Program,
  answering: Answering,
  database: Database,
  readings: Map<string, Reading>,
): Promise<void> {
  const { token } = await signIn(url)
  const asking = { url, token, client: clientOf(url, token), database }
  const { client } = asking
  if (isWanted('crowd') && stages.length === 0)
    for (const { slots, what, atOnce, rate, median, p99, waiting } of await crowdsOf(
      client,
      database,
    ))
      console.log(
        `crowd, ${slots}: ${what} by ${atOnce} at once: ${rate.toFixed(0)} a second, ${median.toFixed(1)} / ${p99.toFixed(1)} ms, waiting for locks ${(100 * waiting).toFixed(0)} %`,
      )
  for (const one of operationsOn(asking, await sampleOf(database))) {
    if (isWanted(one.name)) readings.set(one.name, await measure(answering, one.call, one))
  }
}

function once(ms: number, megabytes: number): Reading {
  return { calls: 1, median: ms, p99: ms, megabytes }
}

/** Says how each grew, and judges it. */
function tell(of: readonly Stage[]): void {
  const grown = grownIn(of, (name) => WHOLE.has(name))
  if (options.record || options.plot) writeReport(of, grown)
  for (const { name, trend, factor, isWhole } of grown)
    console.log(`${(isWhole ? 'all' : trend).padEnd(12)} ${factor.toFixed(2)} a doubling  ${name}`)
  judge(
    grown
      .filter(({ isWhole }) => !isWhole)
      .map(({ name, trend }) => [`${name} does not grow linearly`, trend !== 'linear'] as const),
  )
}
