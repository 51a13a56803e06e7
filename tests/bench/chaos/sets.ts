import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Applied } from '#contract/changes.ts'
import { rowsOf } from '../../support/raw-rows.ts'
import { loadUsers } from '../api/programs.ts'
import { apply, clientOf, planAll, type Said } from '../changes/client.ts'
import { type Ground, ground } from './ground.ts'
import { spread, type Trial } from './outcome.ts'

const SEGMENTS = ['student', 'graduate', 'early-career', 'career-changer', 'unspecified']
/** Kills come at any moment of an apply, and a little after it. */
const LATEST = 1.15

interface Tally {
  faults: string[]
  counts: { before: number; unanswered: number; answered: number }
  starts: number[]
}

/**
 * A set of changes of many users is applied again and again, and the server is killed (-9) somewhere in the middle of
 * it. After each start: never half a set, never one lost that was answered, and the same request under its
 * Idempotency-Key is done once, however often it is sent.
 */
export const sets: Trial = async ({ rounds, users }) => {
  const place = await ground()
  const tally: Tally = { faults: [], counts: { before: 0, unanswered: 0, answered: 0 }, starts: [] }
  const { faults, counts, starts } = tally
  try {
    loadUsers('.', place.env, users)
    const usual = await measure(place)
    for (let round = 1; round <= rounds; round += 1) {
      await killOnce(place, round, usual, tally)
      process.stdout.write(`\rsets: round ${round} of ${rounds} `)
    }
    console.log()
    for (const fault of faults) console.error(fault)
    return [
      {
        trial: `kill -9 within a set of ${users} changes, ${rounds} rounds`,
        figures: [
          `a set takes ${usual} ms undisturbed`,
          `killed before the commit ${counts.before} times, after it and before the answer ${counts.unanswered}, after the answer ${counts.answered}`,
          `server back after ${spread(starts)}`,
        ],
        demands: [
          ['sets: never half, never lost, each done once', faults.length === 0],
          ['sets: most kills came in the middle', counts.answered < rounds / 2],
        ],
      },
    ]
  } finally {
    await place.close()
  }
}

function orderOf(place: Ground, round: number) {
  const segment = SEGMENTS[round % SEGMENTS.length]
  const change = { action: 'update', values: { segment } }
  return planAll(clientOf(place.url(), place.token), 'users', change, 'role=user')
}

/** How long an apply takes that nobody disturbs. */
async function measure(place: Ground): Promise<number> {
  const order = await orderOf(place, 0)
  const began = performance.now()
  const { status, body } = await apply(clientOf(place.url(), place.token), order)
  if (status !== 200) throw new Error(`POST /changes answered ${status}: ${JSON.stringify(body)}`)
  return Math.round(performance.now() - began)
}

async function killOnce(
  place: Ground,
  round: number,
  usual: number,
  { faults, counts, starts }: Tally,
): Promise<void> {
  const order = await orderOf(place, round)
  const key = randomUUID()
  const before = await read(place)
  const sent = apply(clientOf(place.url(), place.token), order, key).catch(() => undefined)
  await pause(Math.random() * usual * LATEST)
  process.kill(place.pid(), 'SIGKILL')
  const answered = await sent
  starts.push(await place.restart())

  const fault = (what: string) => faults.push(`round ${round}: ${what}`)
  const after = await read(place)
  const written = after.changed - before.changed
  const isDone = after.changes > before.changes
  if (written !== 0 && written !== order.ids.length)
    fault(`half a set: ${written} of ${order.ids.length}`)
  if (isDone !== written > 0) fault(`a change without its records, or records without it`)
  if (answered?.status === 200 && !isDone) fault('lost, though it was answered')
  counts[isDone ? (answered ? 'answered' : 'unanswered') : 'before'] += 1

  const client = clientOf(place.url(), place.token)
  const again = await apply(client, order, key)
  if (again.status !== 200) fault(`sent again, it answered ${again.status}`)
  if (answered && !sameAnswer(answered, again)) fault('sent again, it answered something else')
  const third = await apply(client, order, key)
  if (!sameAnswer(again, third)) fault('sent a third time, it answered something else')
  const end = await read(place)
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
async function read({ connection }: Ground): Promise<{ changes: number; changed: number }> {
  const [row] = await rowsOf<{ changes: number; changed: number }>(
    connection,
    `select (select count(*)::int from changes where via = 'list') as changes,
            (select count(*)::int from history h join changes c on c.id = h.change_id where c.via = 'list') as changed`,
  )
  if (!row) throw new Error('Nothing was counted.')
  return row
}
