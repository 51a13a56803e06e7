import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EXPORT_FORMATS, EXPORT_PATH, type ExportFormat } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { connectAlone } from '#server/db/pool.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { type Demand, judge } from '../support/judge.ts'
import { addressOf, admin, NODE_FLAGS, signIn } from '../support/product.ts'

/**
 * One export of many rows in each format, and what it costs: npm run bench -- export [rows].
 * Prints rows a second, how far the server's memory grows above its idle value, and how long the
 * requests of a second client take meanwhile. Exits with 1 when an export breaks off or passes LIMITS.
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const MEGABYTE = 1024
/** How far memory may grow, in megabytes, and how long 99 of 100 requests may take, in milliseconds. */
const LIMITS = { growth: { csv: 100, json: 100, xlsx: 150 }, p99: 250 } as const

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = {
  ...process.env,
  ...{ DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', DEMO: 'off' },
  ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
}

const server = spawn(process.execPath, [...NODE_FLAGS, 'dist/server/main.js'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const url = await addressOf(server)
  const base = `${url}${API_BASE}`
  const began = performance.now()
  await fill()
  console.log(`${rows} events stored in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  const { token } = await signIn(url)
  const list = () => request(`${base}/users?limit=10`, token)
  for (let turn = 0; turn < 200; turn += 1) await list()
  await pause(2000)
  const idle = residentMegabytes()
  console.log(`the server idles at ${idle.toFixed(0)} MB`)
  console.log(headings())
  const demands: Demand[] = []
  console.log(line('nothing', await measure(() => pause(3000), list), 0, idle))
  for (const format of EXPORT_FORMATS) {
    let bytes = 0
    const taken = await measure(async () => {
      bytes = await take(base, token, format)
    }, list)
    console.log(line(format, taken, bytes, idle))
    const most = LIMITS.growth[format]
    demands.push(
      [`${format} grows memory by ${most} MB at most`, taken.peak - idle <= most],
      [`p99 of ${LIMITS.p99} ms during ${format}`, percentile(taken.waits, 0.99) <= LIMITS.p99],
    )
  }
  judge(demands)
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

/** Events of a year about a hundred missions, and some users for the lists of the second client. */
async function fill(): Promise<void> {
  const cluster = await openCluster({ dataDir, mode: 'join', say: () => undefined })
  const client = await connectAlone(cluster.connection)
  const record = (data: string) =>
    `gen_random_uuid(), 1, now(), now(), ${data}, lower('n' || n) from generate_series`
  await client.query(`insert into rec_users (id, version, created_at, updated_at, data, search_text)
    select ${record(`jsonb_build_object('firstName', 'Nr ' || n, 'lastName', 'Bench', 'role', 'user',
      'isActive', true, 'segment', 'student', 'email', n || '@example.org')`)}(1, 5000) n`)
  await client.query(`insert into rec_missions (id, version, created_at, updated_at, data, search_text)
    select ${record(`jsonb_build_object('title', 'A mission of the bench, number ' || n)`)}(1, 100) n`)
  await client.query(
    `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
     select gen_random_uuid(), 'mission_progressed', gen_random_uuid(),
       timestamptz '2025-01-01' + make_interval(secs => n * 31536000.0 / $1),
       m.ids[1 + n % 100], gen_random_uuid(), 'mission player', n % 101
     from generate_series(0, $1 - 1) n, (select array_agg(id) as ids from rec_missions) m`,
    [rows],
  )
  await client.query('vacuum analyze')
  await client.end()
  await cluster.stop()
}

interface Measured {
  seconds: number
  /** The most that the server held meanwhile, in megabytes. */
  peak: number
  /** How long each request of the second client took, in milliseconds, the fastest first. */
  waits: number[]
}

/** Does the work while a second client lists users, and the server's memory is looked at. */
async function measure(work: () => Promise<unknown>, list: () => Promise<void>): Promise<Measured> {
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentMegabytes())
  }, 100)
  const waits: number[] = []
  let isDone = false
  const second = (async () => {
    while (!isDone) {
      const at = performance.now()
      await list()
      waits.push(performance.now() - at)
      await pause(5)
    }
  })()
  const at = performance.now()
  await work()
  const seconds = (performance.now() - at) / 1000
  isDone = true
  await second
  clearInterval(sampler)
  return { seconds, peak, waits: waits.sort((a, b) => a - b) }
}

/** Takes an export to its end and gives its size. Throws when it breaks off or CSV lacks a row. */
async function take(base: string, token: string, format: ExportFormat): Promise<number> {
  const range = 'startDate=2025-01-01&endDate=2025-12-31'
  const address = `${base}${EXPORT_PATH}?dataType=events&format=${format}&${range}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok || !response.body) throw new Error(await response.text())
  let bytes = 0
  let lines = 0
  for await (const piece of response.body) {
    bytes += piece.length
    if (format === 'csv') for (const byte of piece) if (byte === 10) lines += 1
  }
  if (format === 'csv' && lines !== rows + 1) throw new Error(`${lines} lines instead of ${rows}`)
  return bytes
}

async function request(address: string, token: string): Promise<void> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  await response.arrayBuffer()
}

function headings(): string {
  const names = [
    'rows/s',
    'seconds',
    'size MB',
    'peak MB',
    'growth MB',
    'p50 ms',
    'p99 ms',
    'asked',
  ]
  return 'meanwhile'.padEnd(10) + names.map((name) => name.padStart(11)).join('')
}

function line(name: string, { seconds, peak, waits }: Measured, bytes: number, idle: number) {
  const at = (share: number) => percentile(waits, share).toFixed(1)
  const cells = [
    bytes > 0 ? Math.round(rows / seconds).toString() : '',
    seconds.toFixed(1),
    (bytes / 1_000_000).toFixed(0),
    peak.toFixed(0),
    (peak - idle).toFixed(0),
    at(0.5),
    at(0.99),
    String(waits.length),
  ]
  return name.padEnd(10) + cells.map((cell) => cell.padStart(11)).join('')
}

/** Infinite when nothing was answered. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY
}

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / MEGABYTE
}
