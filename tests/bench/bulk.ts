import { setTimeout as sleep } from 'node:timers/promises'
import type { Undone } from '#contract/changes.ts'
import { apply, planUsers } from './lib/changes.ts'
import { call, expectOk } from './lib/client.ts'
import { atRate } from './lib/load.ts'
import { atMost, holds, judge, type Limit, tableHead, tableRow } from './lib/report.ts'
import { startServer } from './lib/server.ts'
import { percentile } from './lib/stats.ts'

/**
 * Plans, applies and undoes a change of many users while other requests arrive:
 * npm run bench -- bulk [users] [other requests a second]
 */
const [users = 10_000, rate = 50] = process.argv.slice(2).map(Number)

const server = await startServer()
try {
  await server.command('demo', '--users', String(users))
  const body = { name: 'Falconry' }
  const field = await expectOk<{ _id: string }>(server, 'POST', '/career-fields', { body })
  const path = `/career-fields/${field._id}`
  const others = [
    () => expectOk(server, 'GET', '/users?page=2&limit=10'),
    () => expectOk(server, 'GET', path),
    () => expectOk(server, 'GET', '/missions/templates?search=a'),
    async (index: number) => {
      // 409 is a correct answer while another PUT of the same record is slow.
      const { status } = await call(server, 'PUT', path, { body: { description: `No. ${index}` } })
      if (status >= 500) throw new Error(`PUT ${path}: ${status}`)
    },
  ]
  const limits: Limit[] = []
  /** `limit` in ms; without one the work is only measured. */
  const measure = async <T>(name: string, work: () => Promise<T>, limit?: number): Promise<T> => {
    const load = atRate(rate, async (index) => others[index % others.length]?.(index))
    const began = performance.now()
    const result = await work()
    const took = performance.now() - began
    const waits = await load.end()
    const p99 = percentile(waits, 0.99)
    tableRow(name, took, percentile(waits, 0.5), p99, percentile(waits, 1))
    if (limit === undefined) return result
    limits.push(atMost(name, took, limit, 'ms'), atMost(`${name}, others' p99`, p99, 100, 'ms'))
    return result
  }

  tableHead('step', 'ms', "others' p50 ms", 'p99 ms', 'longest ms')
  await measure('nothing', () => sleep(5000))
  // The first round also compiles code and plans statements.
  for (const round of ['cold', 'warm']) {
    const values = { isActive: false }
    const order = await measure(`plan, ${round}`, () => planUsers(server, values), 1000)
    const applied = await measure(`apply, ${round}`, () => apply(server, order), 5000)
    if (applied.status !== 200) throw new Error(JSON.stringify(applied.body))
    const undo = `/changes/${applied.body.id}/undo`
    const undone = await measure(
      `undo, ${round}`,
      () => expectOk<Undone>(server, 'POST', undo, { body: {} }),
      5000,
    )
    const { changed } = applied.body.counts
    limits.push(holds(`all ${changed} changes undone`, undone.takenBack.length === changed))
  }
  judge(limits)
} finally {
  await server.close()
}
