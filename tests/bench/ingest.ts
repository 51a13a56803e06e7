import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { API_BASE } from '#contract/api.ts'
import { EVENTS_PATH, type LearnerEvent, MOST_EVENTS } from '#contract/events.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { connectAlone } from '#server/db/pool.ts'
import { type Demand, judge } from '../support/judge.ts'
import { signIn, startProduct } from '../support/product.ts'
import { derived, recount } from '../support/recount.ts'
import { untilCounted } from './until-counted.ts'

/**
 * How many events a second are taken in, and how soon they are counted:
 * npm run bench -- ingest [seconds] [users] [events a second]
 * Batches of 1,000 are sent on time, whether the answers keep up or not. Prints numbers, and whether
 * what was counted equals a count over the raw rows. Exits with 1 when one does not, when fewer were
 * taken in than LEAST_SHARE of what was asked, or when any was pending for longer than MOST_PENDING.
 */
const [seconds = 60, users = 100_000, rate = 10_000] = process.argv.slice(2).map(Number)
const DAY = 86_400_000
const LEAST_SHARE = 0.99
/** Seconds after the last answer; and those after which nothing is waited for any more. */
const MOST_PENDING = 10
const PATIENCE = 600

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off', REPORTING_TIME_ZONE: 'UTC' }
const product = await startProduct(env)
try {
  command('demo', '--users', String(users), '--events', '0')
  const database = await openDatabase(await readConfig(env), 'join', () => undefined)
  const client = await connectAlone(database.connection)
  const cast = await readCast(client)
  const batches = Math.round((seconds * rate) / MOST_EVENTS)
  const bodies = Array.from({ length: batches }, () => makeBatch(cast))
  console.log(`${cast.user.length} users; ${batches} batches of ${MOST_EVENTS} events made`)

  const { token } = await signIn(product.url)
  const { waits, took } = await send(bodies, token)
  const whole = batches * MOST_EVENTS
  console.log(
    `taken in: ${whole} events in ${took.toFixed(1)} s, ${Math.round(whole / took)} a second`,
  )
  console.log(
    `answers: p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms, most ${at(waits, 1)} ms`,
  )
  const pending = await untilCounted(client, PATIENCE)
  console.log(`nothing pending ${pending.toFixed(1)} s after the last answer`)
  const demands: Demand[] = [
    [
      `${LEAST_SHARE * 100} % of ${rate} events a second taken in`,
      whole / took >= LEAST_SHARE * rate,
    ],
    [`nothing pending after ${MOST_PENDING} s`, pending <= MOST_PENDING],
  ]
  const [kept, raw] = [
    await derived(database.connection),
    await recount(database.connection, 'UTC'),
  ]
  for (const [table, lines] of Object.entries(raw)) {
    const isEqual = isDeepStrictEqual(lines, kept[table])
    console.log(`${table.padEnd(34)}${isEqual ? 'equal' : 'NOT EQUAL'}`)
    demands.push([`${table} as in the raw rows`, isEqual])
  }
  const began = performance.now()
  const said = command('admin', 'rebuild')
  process.stdout.write(said)
  const rebuilt = (performance.now() - began) / 1000
  console.log(
    `rebuilt: ${Math.round(whole / rebuilt)} events a second, the command's start included`,
  )
  judge([...demands, ['nothing wrong when counted anew', said.includes('nothing was wrong')]])
  await client.end()
  await database.release()
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

type Cast = Record<'user' | 'mission' | 'protocol' | 'mentor', string[]>

async function readCast(client: pg.Client): Promise<Cast> {
  const ids = async (table: string) =>
    (await client.query<{ id: string }>(`select id from ${table}`)).rows.map(({ id }) => id)
  return {
    user: await ids('rec_users'),
    mission: await ids('rec_missions'),
    protocol: await ids('rec_protocols'),
    mentor: await ids('rec_mentors'),
  }
}

/** Visits to the app: most of today, one in ten reported late by up to 30 days. */
function makeBatch(cast: Cast): string {
  const events: LearnerEvent[] = []
  while (events.length < MOST_EVENTS) events.push(...makeVisit(cast))
  return JSON.stringify({ events: events.slice(0, MOST_EVENTS) })
}

function makeVisit(cast: Cast): LearnerEvent[] {
  const pick = (kind: keyof Cast) => cast[kind][Math.floor(Math.random() * cast[kind].length)] ?? ''
  const user = pick('user')
  const session = randomUUID()
  const age = Math.random() < 0.1 ? Math.random() * 30 * DAY : Math.random() * 3_600_000
  const start = Date.now() - 3_600_000 - age
  const base = (minute: number) => ({
    id: randomUUID(),
    user,
    timestamp: new Date(start + minute * 60_000).toISOString(),
  })
  const progress = Math.floor(Math.random() * 101)
  const [mission, protocol, mentor] = [pick('mission'), pick('protocol'), pick('mentor')]
  const feature = `feature ${Math.floor(Math.random() * 12)}`
  const doings: LearnerEvent[] = [
    { eventType: 'mission_assigned', mission, ...base(4) },
    { eventType: 'mission_progressed', mission, progress, ...base(5) },
    { eventType: 'mission_completed', mission, ...base(6) },
    { eventType: 'protocol_enrolled', protocol, ...base(4) },
    { eventType: 'protocol_progressed', protocol, progress, ...base(5) },
    { eventType: 'protocol_completed', protocol, ...base(6) },
    { eventType: 'mentor_assigned', mentor, ...base(5) },
    { eventType: 'mentor_reviewed', mentor, rating: 1 + (progress % 5), ...base(6) },
  ]
  return [
    { eventType: 'user_signed_in', ...base(0) },
    { eventType: 'session_started', session, ...base(0) },
    { eventType: 'feature_used', feature, ...base(1) },
    { eventType: 'feature_used', feature, ...base(2) },
    ...doings.filter(() => Math.random() < 0.3),
    { eventType: 'session_ended', session, ...base(3 + Math.random() * 40) },
  ]
}

/** Sends each batch at its time; waits count from then, so that a late start counts too. */
async function send(bodies: string[], token: string): Promise<{ waits: number[]; took: number }> {
  const began = performance.now()
  const waits = await Promise.all(
    bodies.map(async (body, number) => {
      const due = began + (number * MOST_EVENTS * 1000) / rate
      await pause(due - performance.now())
      const response = await fetch(`${product.url}${API_BASE}${EVENTS_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      })
      if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      return performance.now() - due
    }),
  )
  return { waits: waits.sort((a, b) => a - b), took: (performance.now() - began) / 1000 }
}

function at(waits: number[], share: number): string {
  return (waits[Math.ceil(waits.length * share) - 1] ?? 0).toFixed(0)
}

function command(...args: string[]): string {
  return execFileSync(process.execPath, ['dist/server/command.js', ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}
