import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { databaseTicks, TICK, ticksOf } from './api/load.ts'
import { startOldProduct } from './api/old-product.ts'
import { loadUsers, type Program, postmasterIn, productEnv, startProgram } from './api/programs.ts'
import { type Client, clientOf } from './changes/client.ts'

/**
 * What writing one record costs beside the product of an older commit, by default the last one before writes became
 * changes: npm run bench -- writes [each] [commit]. Users and missions are made, changed and deleted, so many of each
 * and round, by some at once; the two take turns. Exits with 1 when the present one is MOST_SLOWER slower.
 */
const [each = '200', commit = 'd071061'] = process.argv.slice(2)
const EACH = Number(each)
const ROUNDS = 5
const AT_ONCE = 4
const USERS = 10_000
const MOST_SLOWER = 0.1

interface Target {
  name: string
  client: Client
  pid: number
  postmaster: number
}

/** Of one round of one kind of write; times in ms and microseconds of CPU a write, of the server and its database. */
interface Reading {
  rate: number
  p50: number
  p99: number
  cpu: number
}

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = productEnv(dataDir)
const old = await startOldProduct(USERS, commit)
let program: Program | undefined
try {
  program = await startProgram(['dist/server/main.js'], env)
  loadUsers('.', env, USERS)
  const targets = [
    await targetOf('now', program, dataDir),
    await targetOf(commit, old.program, old.dataDir),
  ]
  const readings = new Map<string, Reading[]>()
  for (let round = 0; round <= ROUNDS; round += 1)
    // The first round warms up.
    for (const target of round % 2 === 0 ? targets : [...targets].reverse())
      for (const [what, reading] of await writeAll(target, round))
        if (round > 0) {
          const key = `${what} ${target.name}`
          readings.set(key, [...(readings.get(key) ?? []), reading])
        }
  const [now, before] = targets.map(({ name }) => name)
  const kinds = [...readings.keys()].flatMap((key) =>
    key.endsWith(` ${now}`) ? [key.slice(0, -4)] : [],
  )
  console.log(
    `Medians of ${ROUNDS} rounds of ${EACH} writes each, ${AT_ONCE} at once, ${USERS} users`,
  )
  console.log('write               req/s   p50 ms   p99 ms   CPU µs   beside it')
  const shares: number[] = []
  for (const kind of kinds) {
    const [ours, theirs] = [now, before].map((name) =>
      medianOf(readings.get(`${kind} ${name}`) ?? []),
    )
    if (!(ours && theirs)) continue
    console.log(line(kind, ours, `${percent(ours.rate / theirs.rate)} of its rate`))
    console.log(line(`  at ${before}`, theirs, `${percent(theirs.cpu / ours.cpu)} of our CPU`))
    shares.push(theirs.rate / ours.rate - 1)
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  judge([
    [
      `at most ${percent(MOST_SLOWER)} slower over all kinds of writes: ${percent(mean)}`,
      mean <= MOST_SLOWER,
    ],
  ])
} finally {
  await program?.stop()
  await old.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function targetOf(name: string, { url, pid }: Program, folder: string): Promise<Target> {
  const { token } = await signIn(url)
  return { name, client: clientOf(url, token), pid, postmaster: postmasterIn(folder) }
}

/** Makes, changes and deletes so many missions and users. */
async function writeAll(target: Target, round: number): Promise<[string, Reading][]> {
  const done: [string, Reading][] = []
  for (const [what, path, create, bodyOf, change] of [
    ['mission', '/missions/templates', '/missions/templates', mission, { type: 'changed' }],
    ['user', '/users', '/auth/register', user, { lastName: 'Changed' }],
  ] as const) {
    const ids: string[] = []
    const kinds: [string, (at: number) => Promise<void>][] = [
      [
        'POST',
        async (at) => {
          const { body } = await expectOk(target, 'POST', create, bodyOf(round, at))
          ids.push(String(body._id))
        },
      ],
      ['PUT', async (at) => void (await expectOk(target, 'PUT', `${path}/${ids[at]}`, change))],
      ['DELETE', async (at) => void (await expectOk(target, 'DELETE', `${path}/${ids[at]}`))],
    ]
    for (const [method, write] of kinds) done.push([`${method} ${what}`, await read(target, write)])
  }
  return done
}

async function read(target: Target, write: (at: number) => Promise<void>): Promise<Reading> {
  const ticks = () => ticksOf(target.pid) + databaseTicks(target.postmaster)
  const waits: number[] = []
  let next = 0
  const one = async () => {
    while (next < EACH) {
      const at = next
      next += 1
      const began = performance.now()
      await write(at)
      waits.push(performance.now() - began)
    }
  }
  const [before, began] = [ticks(), performance.now()]
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  const seconds = (performance.now() - began) / 1000
  waits.sort((first, second) => first - second)
  return {
    rate: EACH / seconds,
    p50: waits[Math.floor(EACH * 0.5)] ?? Number.NaN,
    p99: waits[Math.floor(EACH * 0.99)] ?? Number.NaN,
    cpu: ((ticks() - before) * TICK) / EACH,
  }
}

async function expectOk({ client, name }: Target, method: string, path: string, body?: object) {
  const said = await client.call<{ _id?: string }>(method, path, body)
  if (said.status >= 300)
    throw new Error(
      `${method} ${path} of ${name} answered ${said.status}: ${JSON.stringify(said.body)}`,
    )
  return said
}

function mission(round: number, at: number): object {
  const steps = Array.from({ length: 5 }, (_, step) => ({
    title: `Step ${step}`,
    description: 'Do it.',
  }))
  return { title: `Mission ${round}.${at}`, type: 'bench', skills: ['one', 'two'], steps }
}

function user(round: number, at: number): object {
  return {
    ...{ firstName: 'Bench', lastName: `${round}.${at}`, password: 'three-blue-waymarks' },
    email: `bench.${round}.${at}@example.org`,
  }
}

function medianOf(readings: readonly Reading[]): Reading {
  const middle = (of: (reading: Reading) => number) => {
    const sorted = readings.map(of).sort((one, other) => one - other)
    return sorted[sorted.length >> 1] ?? Number.NaN
  }
  return {
    rate: middle(({ rate }) => rate),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpu: middle(({ cpu }) => cpu),
  }
}

function line(name: string, { rate, p50, p99, cpu }: Reading, beside: string): string {
  const columns = [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1), cpu.toFixed(0)]
  return `${name.padEnd(16)}${columns.map((column) => column.padStart(9)).join('')}   ${beside}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
