import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Applied } from '#contract/changes.ts'
import { readConfig } from '#server/base/config.ts'
import { openDatabase } from '#server/process/database.ts'
import { connectAlone } from '#server/store/pool.ts'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { loadUsers, type Program, productEnv, startProgram } from './api/programs.ts'
import { apply, clientOf, planAll, type Said } from './changes/client.ts'

/**
 * A set of many users is applied again and again, and the server is killed (-9) somewhere in the middle of it:
 * npm run bench -- kill [users] [rounds]. After each start: never half a set, never one lost that was answered, and
 * the same request under its Idempotency-Key is done once, however often it is sent. Exits with 1 otherwise.
 */
const [users = 10_000, rounds = 50] = process.argv.slice(2).map(Number)
const SEGMENTS = ['student', 'graduate', 'early-career', 'career-changer', 'unspecified']
/** Kills come at any moment of an apply, and a little after it. */
const LATEST = 1.15

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = productEnv(dataDir)
const faults: string[] = []
const counts = { before: 0, unanswered: 0, answered: 0 }
const starts: number[] = []
let program = await start()
try {
  loadUsers('.', env, users)
  const { token } = await signIn(program.url)
  const usual = await measure(token)
  console.log(`${users} users; a set of all of them is applied in ${usual} ms; ${rounds} rounds`)
  for (let round = 1; round <= rounds; round += 1) await killOnce(token, round, usual)
  console.log(
    `killed before the commit ${counts.before} times, after it and before the answer ${counts.unanswered}, after the answer ${counts.answered}`,
  )
  console.log(`started again in ${median(starts)} ms, ${Math.max(...starts)} at most`)
  for (const fault of faults) console.error(fault)
  judge([
    ['never half a set, never one lost that was answered, each done once', faults.length === 0],
    ['most kills came in the middle', counts.answered < rounds / 2],
  ])
} finally {
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function start(): Promise<Program> {
  return startProgram(['dist/server/main.js'], env)
}

function orderOf(token: string, round: number) {
  const segment = SEGMENTS[round % SEGMENTS.length]
  const change = { action: 'update', values: { segment } }
  return planAll(clientOf(program.url, token), 'users', change, 'role=user')
}

/** How long an apply takes that nobody disturbs. */
async function measure(token: string): Promise<number> {
  const order = await orderOf(token, 0)
  const began = performance.now()
  const { status, body } = await apply(clientOf(program.url, token), order)
  if (status !== 200) throw new Error(`POST /changes answered ${status}: ${JSON.stringify(body)}`)
  return Math.round(performance.now() - began)
}

async function killOnce(token: string, round: number, usual: number): Promise<void> {
  const order = await orderOf(token, round)
  const key = randomUUID()
  const before = await read()
  const sent = apply(clientOf(program.url, token), order, key).catch(() => undefined)
  await pause(Math.random() * usual * LATEST)
  process.kill(program.pid, 'SIGKILL')
  const answered = await sent
  await program.stop()
  const began = performance.now()
  program = await start()
  starts.push(Math.round(performance.now() - began))

  const fault = (what: string) => faults.push(`round ${round}: ${what}`)
  const after = await read()
  const written = after.changed - before.changed
  const isDone = after.changes > before.changes
  if (written !== 0 && written !== order.ids.length)
    fault(`half a set: ${written} of ${order.ids.length}`)
  if (isDone !== written > 0) fault(`a change without its records, or records without it`)
  if (answered?.status === 200 && !isDone) fault('lost, though it was answered')
  counts[isDone ? (answered ? 'answered' : 'unanswered') : 'before'] += 1

  const client = clientOf(program.url, token)
  const again = await apply(client, order, key)
  if (again.status !== 200) fault(`sent again, it answered ${again.status}`)
  if (answered && !sameAnswer(answered, again)) fault('sent again, it answered something else')
  const third = await apply(client, order, key)
  if (!sameAnswer(again, third)) fault('sent a third time, it answered something else')
  const end = await read()
  if (end.changed - before.changed !== order.ids.length || end.changes - before.changes !== 1)
    fault(
      `not done once: ${end.changed - before.changed} records, ${end.changes - before.changes} changes`,
    )
  const other = await apply(client, { ...order, ids: order.ids.slice(1) }, key)
  if (![409, 422].includes(other.status)) fault(`another body under its key: ${other.status}`)
}

function sameAnswer(one: Said<Applied>, other: Said<Applied>): boolean {
  return one.status === other.status && isDeepStrictEqual(one.body, other.body)
}

/** How many changes there are, and how many records they changed. */
async function read(): Promise<{ changes: number; changed: number }> {
  const database = await openDatabase(await readConfig(env), 'join', () => undefined)
  const client = await connectAlone(database.connection)
  try {
    const { rows } = await client.query<{ changes: number; changed: number }>(
      `select (select count(*)::int from changes where via = 'list') as changes,
              (select count(*)::int from history h join changes c on c.id = h.change_id where c.via = 'list') as changed`,
    )
    const [row] = rows
    if (!row) throw new Error('Nothing was counted.')
    return row
  } finally {
    await client.end()
    await database.release()
  }
}

function median(all: readonly number[]): number {
  return [...all].sort((one, other) => one - other)[all.length >> 1] ?? 0
}
