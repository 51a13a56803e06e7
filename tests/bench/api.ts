import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { tableName } from '#server/records/shape.ts'
import { rowsOf } from '../support/raw-rows.ts'
import { startAdminJs } from './api/adminjs.ts'
import { RECORD_HEADER, type Recorded } from './api/recorded.ts'
import { type Loaded, load, type Reading } from './api/wrk.ts'
import { expectOk } from './lib/client.ts'
import { startProgram } from './lib/process.ts'
import { atLeast, atMost, judge, tableHead, tableRow } from './lib/report.ts'
import { startServer, temporaryFolder } from './lib/server.ts'
import { medians } from './lib/stats.ts'

/**
 * Request rates of the API beside a bare handler (node:http and the driver with the same statements) and AdminJS:
 * npm run bench -- api [users] [seconds]. Needs Linux and wrk.
 */
const [users = 100_000, seconds = 4] = process.argv.slice(2).map(Number)
const ROUNDS = 3
const LIST = 'users, page 1'

interface Endpoint {
  name: string
  /** Without the base of the API. */
  paths: readonly string[]
}

const temporary = temporaryFolder()
const server = await startServer()
const programs: { stop(): Promise<void> }[] = []
try {
  const loading = await server.command('demo', '--users', String(users))
  console.log(`loaded ${users} users in ${loading.seconds.toFixed(1)} s`)
  await rowsOf(server.connection, 'vacuum (analyze)')
  const endpoints = await findEndpoints()
  const statements = await recordStatements(endpoints)
  const startMs = await server.restart()
  const bare = await startBare(statements)
  const adminJs = await startAdminJs(server, tableOfUsers())
  programs.push(bare, adminJs.program)

  console.log(`medians of ${ROUNDS} rounds of ${seconds} s, 32 connections\n`)
  tableHead('GET', 'requests/s', 'p50 ms', 'p99 ms', 'µs each', 'MB', 'of bare')
  const common = { pid: server.pid(), dataDir: server.dataDir }
  const headers = { authorization: `Bearer ${server.token}` }
  const measured: { name: string; ours: Reading; share: number }[] = []
  let timesAdminJs = 0
  for (const { name, paths } of endpoints) {
    const targets: Loaded[] = [
      { ...common, url: server.url(), headers, paths: paths.map((path) => API_BASE + path) },
      { ...common, ...bare, headers, paths: [`/${keyOf(name)}`] },
      ...(name === LIST ? [adminJs.target] : []),
    ]
    const [ours, limit, peer] = inTurns(targets)
    if (!ours || !limit) throw new Error('Nothing was measured.')
    const share = ours.rate / limit.rate
    measured.push({ name, ours, share })
    printRow(name, ours, `${(100 * share).toFixed(0)} %`)
    printRow('bare', limit)
    if (!peer) continue
    printRow('AdminJS', peer)
    timesAdminJs = ours.rate / peer.rate
  }
  const list = measured.find(({ name }) => name === LIST)
  const shares = measured.map(({ share }) => share)
  const most = (key: keyof Reading) => Math.max(...measured.map(({ ours }) => ours[key] ?? 0))
  judge([
    atLeast('page 1, of the bare rate', 100 * (list?.share ?? 0), 75, '%'),
    atLeast('each endpoint, of the bare rate', 100 * Math.min(...shares), 50, '%'),
    atLeast('page 1, of the rate of AdminJS', timesAdminJs, 10, 'times'),
    atMost('page 1, p99', list?.ours.p99 ?? Number.NaN, 20, 'ms'),
    atMost('memory', most('megabytes'), 150, 'MB'),
    atMost('failed requests', most('failed'), 0, 'in a round'),
    atMost('start on an existing database', startMs / 1000, 3, 's'),
  ])
} finally {
  for (const { stop } of programs) await stop()
  await server.close()
  temporary.remove()
}

async function findEndpoints(): Promise<Endpoint[]> {
  const page = await expectOk<{ users: { _id: string }[] }>(server, 'GET', '/users?page=2')
  const pages = Math.max(1, Math.floor(users / 10))
  const [few, deep] = [Math.min(100, pages), Math.min(5000, pages)]
  return [
    { name: LIST, paths: ['/users?page=1&limit=10'] },
    {
      name: `users, pages 1 to ${few}`,
      paths: Array.from({ length: few }, (_, index) => `/users?page=${index + 1}`),
    },
    { name: `users, page ${deep}`, paths: [`/users?page=${deep}`] },
    { name: 'users by last login', paths: ['/users?sort=-lastLogin'] },
    { name: 'filter: admins', paths: ['/users?role=admin'] },
    { name: 'search, common', paths: ['/users?search=kowal'] },
    { name: 'search, rare', paths: ['/users?search=.4711@'] },
    { name: 'one user', paths: [`/users/${page.users[0]?._id}`] },
    { name: 'session', paths: ['/profile'] },
    { name: 'home overview', paths: [OVERVIEW_PATH] },
    {
      name: 'widget: users',
      paths: ['/admin/widget-data?widgetType=userStats&timeRange=last30days'],
    },
  ]
}

/** The statements of each endpoint's requests. The second answer counts: the first fills caches. */
async function recordStatements(
  endpoints: readonly Endpoint[],
): Promise<Record<string, Recorded[][]>> {
  // The server may run as another user, who owns this directory.
  const file = join(server.dataDir, 'recorded.ndjson')
  server.env.BENCH_RECORD_TO = file
  server.env.NODE_OPTIONS = '--import ./tests/bench/api/record.mjs'
  await server.restart()
  delete server.env.NODE_OPTIONS
  const requests = endpoints.flatMap(({ name, paths }) =>
    paths.map((path, index) => ({ name, path, key: `${keyOf(name)}/${index}` })),
  )
  for (const { path, key } of requests)
    for (const marks of [{}, { [RECORD_HEADER]: key }]) {
      const response = await fetch(`${server.url()}${API_BASE}${path}`, {
        headers: { authorization: `Bearer ${server.token}`, ...marks },
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const recorded = lines.map((line): Recorded => JSON.parse(line))
  const statementsOf = (key: string) => recorded.filter((statement) => statement.key === key)
  return Object.fromEntries(
    endpoints.map(({ name, paths }) => [
      keyOf(name),
      paths.map((_, index) => statementsOf(`${keyOf(name)}/${index}`)),
    ]),
  )
}

async function startBare(statements: Record<string, Recorded[][]>) {
  const file = join(temporary.folder, 'statements.json')
  writeFileSync(file, JSON.stringify(statements))
  const { databaseConnections } = await readConfig(server.env)
  const words = [file, JSON.stringify(server.connection), String(databaseConnections)]
  return startProgram(['--import', 'tsx', './tests/bench/api/bare.ts', ...words])
}

/** Loads the targets in turns, so that other work on the machine disturbs all of them. */
function inTurns(targets: readonly Loaded[]): Reading[] {
  const readings = targets.map((): Reading[] => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, target] of targets.entries())
      readings[index]?.push(load(target, seconds, temporary.folder))
  return readings.map((all) => ({
    ...medians(all),
    failed: Math.max(...all.map(({ failed }) => failed)),
    megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
  }))
}

function printRow(name: string, reading: Reading, share = ''): void {
  const { rate, p50, p99, processor, megabytes } = reading
  tableRow(name, rate, p50, p99, processor, megabytes, share)
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function tableOfUsers(): string {
  const users = registry.find(({ name }) => name === 'users')
  if (!users) throw new Error('The registry has no users.')
  return tableName(users)
}
