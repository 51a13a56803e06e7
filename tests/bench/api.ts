import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { tableName, wholeRows } from '#server/records/shape.ts'
import { judge } from '../support/judge.ts'
import { type Endpoint, endpointsAt, LIST } from './api/endpoints.ts'
import { keyOf, recordStatements, startBare } from './api/limit.ts'
import { load, medianOf, type Reading, type Target } from './api/load.ts'
import { loadUsers, postmasterIn, productEnv, startProgram } from './api/programs.ts'
import { type Rival, startAdminJs, startJsonServer, startOld } from './api/rivals.ts'
import { besideLimit, besideOther, head, row } from './api/table.ts'

/**
 * How fast the API answers at many users, beside the limit (node:http and the driver with the same statements),
 * the product as it once was, and two peers: npm run bench -- api [users] [seconds]. Needs `wrk`, and Linux.
 * Rates say something on a quiet machine only; CPU time a request also on a busy one.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'without-old': { type: 'boolean', default: false },
    'without-peers': { type: 'boolean', default: false },
  },
})
const users = Number(positionals[0] ?? 100_000)
const seconds = Number(positionals[1] ?? 4)
const ROUNDS = 3
const LIMITS = { timesOld: 3, ofBare: 0.75, anyOfBare: 0.5, p99: 20, megabytes: 150 } as const
const USERS_TABLE = tableName(usersResource())

interface Measured {
  endpoint: Endpoint
  ours: Reading
  bare: Reading
}

const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const work = join(folder, 'work')
mkdirSync(work)
/** What to end, the last first. */
const ends: (() => Promise<unknown>)[] = []
// Whoever stops the bench leaves no server behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void tidyUp().finally(() => process.exit(1)))
try {
  await compare()
} finally {
  await tidyUp()
}

async function tidyUp(): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop())
    await end().catch((error: unknown) => console.error(String(error)))
  rmSync(folder, { recursive: true, force: true })
}

async function compare(): Promise<void> {
  const dataDir = join(folder, 'data')
  const env = productEnv(dataDir)
  const { endpoints, token, statements } = await recordStatements(env, work, async (url, held) => {
    console.log(`${users} users loaded in ${loadUsers('.', env, users).toFixed(1)} s`)
    return endpointsAt(users, await anyUser(url, held))
  })
  const product = await startProgram(['dist/server/main.js'], env)
  ends.push(product.stop)
  const config = await readConfig(env)
  const { connection, release } = await openDatabase(config, 'join', () => undefined)
  ends.push(release)
  const rows = await tidied(connection)
  const bare = await startBare(statements, connection, config.databaseConnections, work)
  ends.push(bare.stop)
  const postmaster = postmasterIn(dataDir)
  const { 'without-old': noOld, 'without-peers': noPeers } = options
  const rivals = await meet([
    ['the old commit', noOld, () => startOld(users)],
    ['AdminJS', noPeers, () => startAdminJs(connection, USERS_TABLE, postmaster)],
  ])

  console.log(`\nMedians of ${ROUNDS} rounds of ${seconds} s in turns, 32 connections`)
  console.log(head())
  const headers = { authorization: `Bearer ${token}` }
  const measured: Measured[] = []
  const timesOld: number[] = []
  for (const endpoint of endpoints) {
    const { name } = endpoint
    const paths = endpoint.paths.map((path) => `${API_BASE}${path}`)
    const met = name === LIST ? rivals : []
    const [ours, limit, ...others] = inTurns([
      { ...product, headers, paths, postmaster },
      { ...bare, headers, paths: [`/${keyOf(name)}`], postmaster },
      ...met.map(({ target }) => target),
    ])
    if (!ours || !limit) throw new Error('Nothing was measured.')
    measured.push({ endpoint, ours, bare: limit })
    console.log(row(name, ours, besideLimit(ours, limit)))
    console.log(row(`  bare, statements: ${statements[keyOf(name)]?.[0]?.length}`, limit))
    for (const [at, other] of others.entries()) {
      console.log(row(`  ${met[at]?.name}`, other, besideOther(ours, other)))
      if (met[at]?.isOld) timesOld.push(ours.rate / other.rate)
    }
  }
  // It goes on computing answers that nobody waits for any more, and would take a core from everybody.
  const [list] = measured
  const [last] = await meet([['json-server', noPeers, () => startJsonServer(rows, work)]])
  if (last && list) {
    const [reading] = inTurns([last.target])
    await last.stop()
    if (reading)
      console.log(row(`  ${last.name}, ${LIST}`, reading, besideOther(list.ours, reading)))
  }
  pronounce(measured, timesOld)
}

/** One after the other, again and again, so that an hour of a busy machine strikes all of them. */
function inTurns(targets: readonly Target[]): Reading[] {
  const readings = targets.map((): Reading[] => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, target] of targets.entries()) readings[at]?.push(load(target, seconds, work))
  return readings.map(medianOf)
}

/** Starts whoever can be started here, and says of each other one why it is missing. */
async function meet(
  all: readonly [name: string, isLeftOut: boolean, start: () => Promise<Rival>][],
): Promise<Rival[]> {
  const met: Rival[] = []
  for (const [name, isLeftOut, start] of all) {
    if (isLeftOut) continue
    try {
      const rival = await start()
      ends.push(rival.stop)
      met.push(rival)
    } catch (error) {
      console.log(`LEFT OUT: ${name}. ${String(error).split('\n').slice(0, 3).join(' ')}`)
    }
  }
  return met
}

/** The users as rows, for a peer that keeps its own, from a table that is as tidy as autovacuum leaves it. */
async function tidied(connection: Connection): Promise<object[]> {
  const client = await connectAlone(connection)
  try {
    await client.query('vacuum (analyze)')
    const reader = wholeRows(usersResource())
    const { rows } = await client.query<unknown[]>({
      text: `select ${reader.select} from ${USERS_TABLE} t where t.deleted_at is null`,
      rowMode: 'array',
    })
    return rows.map((one) => {
      const { id, createdAt, data } = reader.read(one)
      return { ...data, id, createdAt }
    })
  } finally {
    await client.end()
  }
}

function usersResource(): Resource {
  const found = registry.find(({ name }) => name === 'users')
  if (!found) throw new Error('The registry has no users.')
  return found
}

async function anyUser(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}${API_BASE}/users?page=2`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const id = /"_?id":"([\w-]+)"/.exec(await answer.text())?.[1]
  if (!id) throw new Error('There is no user to ask for.')
  return id
}

function pronounce(measured: readonly Measured[], timesOld: readonly number[]): void {
  const list = measured.find(({ endpoint }) => endpoint.name === LIST)
  if (!list) throw new Error('The list was not measured.')
  const share = ({ ours, bare }: Measured) => ours.rate / bare.rate
  const held = Math.max(...measured.map(({ ours }) => ours.megabytes))
  const percent = (number: number) => `${(100 * number).toFixed(0)} %`
  const least = Math.min(...measured.map(share))
  const failed = measured.reduce((sum, { ours }) => sum + ours.failed, 0)
  console.log()
  judge([
    ...timesOld.map((times): [string, boolean] => [
      `page 1 at least ${LIMITS.timesOld} times the old commit's rate: ${times.toFixed(2)}`,
      times >= LIMITS.timesOld,
    ]),
    [
      `page 1 at least ${percent(LIMITS.ofBare)} of the bare handler's rate: ${percent(share(list))}`,
      share(list) >= LIMITS.ofBare,
    ],
    [
      `every endpoint at least ${percent(LIMITS.anyOfBare)} of it: ${percent(least)}`,
      least >= LIMITS.anyOfBare,
    ],
    [`page 1 under ${LIMITS.p99} ms at p99: ${list.ours.p99} ms`, list.ours.p99 < LIMITS.p99],
    [`under ${LIMITS.megabytes} MB: ${held} MB`, held < LIMITS.megabytes],
    [`no request of ours failed: ${failed}`, failed === 0],
  ])
}
