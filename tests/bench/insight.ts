import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ANALYTICS_PATH, TABS } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES } from '#contract/dashboards.ts'
import { addDays, type DayRange, dayIn, rangeOf } from '#contract/days.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { connectAlone } from '#server/db/pool.ts'
import { signIn, startProduct } from '../support/product.ts'
import { type Ask, rawOverview, rawTabs, rawWidgets } from '../support/raw-figures.ts'

/**
 * How fast figures are with many users and events, and how much faster than the same question asked of
 * the raw rows: npm run bench -- insight [users] [events]. Also compares the two answers.
 */
const [users = '1000000', events = '10000000'] = process.argv.slice(2)
const READINGS = 200
const MOST_MEDIAN = 100
const MOST_P99 = 250
const LEAST_RATIO = 50

interface Question {
  name: string
  path: string
  /** The same from the raw rows: what the answer must contain. Undefined where rows hold no answer. */
  raw?: (ask: Ask) => Promise<unknown>
  /** Shows some rows that an index leads to at once, which are read as they are: the ratio says little. */
  isRow?: boolean
}

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off', REPORTING_TIME_ZONE: 'UTC' }
const product = await startProduct(env)
let missed = 0
try {
  timed('users and events loaded and counted', () =>
    command('demo', '--users', users, '--events', events),
  )
  timed('everything counted anew, beside what was there', () => command('admin', 'rebuild'))
  const database = await openDatabase(await readConfig(env), 'join', () => undefined)
  const client = await connectAlone(database.connection)
  await client.query("set timezone = 'UTC'")
  await client.query('vacuum (analyze)')
  const ask: Ask = async <Row extends object>(sql: string, range?: DayRange) =>
    (await client.query<Row>(sql, range ? [range.start, range.end] : [])).rows
  const [held] = await ask<{ users: number; events: number; size: string }>(
    `select (select count(*) from rec_users) as users, (select count(*) from events) as events,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  console.log(`${held?.users} users, ${held?.events} events, ${held?.size}\n`)
  const { token } = await signIn(product.url)
  console.log(line('GET', 'p50 ms', 'p99 ms', 'raw ms', 'times', 'the same'))
  for (const question of questions(dayIn('UTC', new Date()))) {
    const reading = await read(question, token)
    console.log(await compare(question, reading, ask))
  }
  await client.end()
  await database.release()
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(
  missed > 0
    ? `\n${missed} missed: more than ${MOST_MEDIAN} ms at the median or ${MOST_P99} ms at p99, less than ${LEAST_RATIO} times faster, or not the same.`
    : '\nAll within their bounds.',
)
process.exitCode = missed > 0 ? 1 : 0

function questions(today: string): Question[] {
  const back = (days: number): DayRange => ({ start: addDays(today, 1 - days), end: today })
  const tabs = TABS.flatMap((tab) =>
    [30, 365].map((days): Question => {
      const { start, end } = back(days)
      return {
        name: `${tab}, ${days} days`,
        path: `${ANALYTICS_PATH}/${tab}?startDate=${start}&endDate=${end}`,
        raw: async (ask) => ({ data: await rawTabs[tab](ask, { start, end }) }),
      }
    }),
  )
  const widgets = WIDGET_TYPES.map((type): Question => {
    const question = {
      name: `widget ${type}`,
      path: `${WIDGET_DATA_PATH}?widgetType=${type}&timeRange=last30days`,
    }
    if (type === 'systemStatus') return question
    const raw = async (ask: Ask) => ({
      data: await rawWidgets[type](ask, rangeOf('last30days', today)),
    })
    return { ...question, raw, isRow: type === 'recentUsers' }
  })
  const overview = { name: 'overview', path: OVERVIEW_PATH, raw: rawOverview, isRow: true }
  return [...tabs, ...widgets, overview]
}

interface Reading {
  body: unknown
  p50: number
  p99: number
}

async function read({ path }: Question, token: string): Promise<Reading> {
  const times: number[] = []
  let body: unknown
  for (let reading = -10; reading < READINGS; reading += 1) {
    const started = performance.now()
    const response = await fetch(`${product.url}${API_BASE}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    body = await response.json()
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    if (reading >= 0) times.push(performance.now() - started)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { body, p50: at(0.5), p99: at(0.99) }
}

/** Asks the raw rows twice, so that the second time finds them in memory, and says how the two compare. */
async function compare(
  { name, raw, isRow }: Question,
  reading: Reading,
  ask: Ask,
): Promise<string> {
  const { body, p50, p99 } = reading
  let best = Number.POSITIVE_INFINITY
  let answer: unknown
  for (let time = 0; raw && time < 2; time += 1) {
    const started = performance.now()
    answer = await raw(ask)
    best = Math.min(best, performance.now() - started)
  }
  const isSame = !raw || isDeepStrictEqual(answer, alike(answer, body))
  const isFaster = !raw || isRow || best >= LEAST_RATIO * p50
  const isMissed = p50 > MOST_MEDIAN || p99 > MOST_P99 || !isFaster || !isSame
  if (isMissed) missed += 1
  return line(
    name,
    p50.toFixed(1),
    p99.toFixed(1),
    raw ? best.toFixed(0) : '-',
    raw ? (best / p50).toFixed(0) : '-',
    raw ? (isSame ? 'yes' : 'NO') : '-',
    isMissed ? 'MISSED' : '',
  )
}

/** What of `body` stands at the keys that `answer` has. */
function alike(answer: unknown, body: unknown): unknown {
  if (Array.isArray(answer) || typeof answer !== 'object' || answer === null) return body
  const there = Object(body)
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, alike(value, there[key])]),
  )
}

function command(...args: string[]): void {
  execFileSync(process.execPath, ['dist/server/command.js', ...args], {
    env: { ...process.env, ...env },
  })
}

function timed(what: string, work: () => void): void {
  const started = performance.now()
  work()
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function line(name: string, ...columns: string[]): string {
  return name.padEnd(24) + columns.map((column) => column.padStart(10)).join('')
}
