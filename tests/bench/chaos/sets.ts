import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { rowsOf } from '../../support/raw-rows.ts'
import { apply, planUsers } from '../lib/changes.ts'
import { atMost, holds } from '../lib/report.ts'
import { type Server, startServer } from '../lib/server.ts'
import { type Outcome, spread } from './ledger.ts'

const USERS = 10_000
const SEGMENTS = ['student', 'graduate', 'early-career', 'career-changer', 'unspecified']

/** Kills (-9) the server at any moment while it applies one change of many users, then sends the change again. */
export async function sets(rounds: number): Promise<Outcome> {
  const server = await startServer()
  const faults: string[] = []
  const starts: number[] = []
  const kills = { 'before the commit': 0, 'before the answer': 0, 'after the answer': 0 }
  try {
    await server.command('demo', '--users', String(USERS))
    const first = await planUsers(server, { segment: SEGMENTS[0] })
    const began = performance.now()
    await apply(server, first)
    const usual = performance.now() - began
    for (let round = 1; round <= rounds; round += 1) {
      const order = await planUsers(server, { segment: SEGMENTS[round % SEGMENTS.length] })
      const key = randomUUID()
      const before = await count(server)
      const sent = apply(server, order, key).catch(() => undefined)
      await sleep(Math.random() * usual * 1.15)
      process.kill(server.pid(), 'SIGKILL')
      const answer = await sent
      starts.push(await server.restart())

      const expectThat = (isTrue: boolean, fault: string) =>
        isTrue || faults.push(`round ${round}: ${fault}`)
      const after = await count(server)
      const records = after.records - before.records
      const isDone = after.changes > before.changes
      kills[answer ? 'after the answer' : isDone ? 'before the answer' : 'before the commit'] += 1
      expectThat(records === (isDone ? order.ids.length : 0), `${records} records are changed`)
      expectThat(isDone || answer?.status !== 200, 'an acknowledged change is lost')

      const again = await apply(server, order, key)
      const third = await apply(server, order, key)
      expectThat(again.status === 200, `sent again it is ${again.status}`)
      expectThat(!answer || isDeepStrictEqual(answer, again), 'sent again it answers otherwise')
      expectThat(isDeepStrictEqual(again, third), 'sent a third time it answers otherwise')
      const end = await count(server)
      expectThat(
        end.records - before.records === order.ids.length && end.changes - before.changes === 1,
        'it is not done exactly once',
      )
      const other = await apply(server, { ...order, ids: order.ids.slice(1) }, key)
      expectThat([409, 422].includes(other.status), `another body under the key is ${other.status}`)
    }
    return {
      figures: [
        `${rounds} rounds of ${first.ids.length} records, each ${Math.round(usual)} ms undisturbed`,
        `killed ${Object.entries(kills)
          .map((entry) => entry.reverse().join(' '))
          .join(', ')}`,
        `server ready again after ${spread(starts)}`,
      ],
      limits: [
        holds('sets: never by half, never lost, each once', faults.length === 0, faults.join('; ')),
        atMost('sets: kills after the answer', kills['after the answer'], rounds / 2, 'kills'),
      ],
    }
  } finally {
    await server.close()
  }
}

/** How many bulk changes there are, and how many records they changed. */
async function count({ connection }: Server): Promise<{ changes: number; records: number }> {
  const [row] = await rowsOf<{ changes: number; records: number }>(
    connection,
    `select (select count(*)::int from changes where via = 'list') as changes,
       (select count(*)::int from history h join changes c on c.id = h.change_id where c.via = 'list') as records`,
  )
  return row ?? { changes: 0, records: 0 }
}
