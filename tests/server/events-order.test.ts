import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LearnerEvent } from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

interface Sent {
  /** Which event it claims to be. */
  number: number
  percent: number
  /** Whether a batch ends after it, and whether that is rolled up at once. */
  ends: boolean
  isRolledUp: boolean
}

const sent: fc.Arbitrary<Sent> = fc.record({
  number: fc.nat({ max: 5 }),
  percent: fc.nat({ max: 100 }),
  ends: fc.nat({ max: 15 }).map((one) => one === 0),
  isRolledUp: fc.boolean(),
})

let runs = 0

test('of several contents of one event id the first counts, however they are cut into batches', async () => {
  const { facts } = server.insight
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 2, maxLength: 120, size: 'max' }), async (all) => {
      runs += 1
      const eventOf = ({ number, percent }: Sent): LearnerEvent => ({
        eventType: 'mission_progressed',
        id: idOf(1000 + runs, number),
        user: idOf(1, 1),
        timestamp: '2026-05-01T12:00:00.000Z',
        mission: idOf(2, runs),
        progress: percent,
      })
      let batch: LearnerEvent[] = []
      for (const [place, one] of all.entries()) {
        batch.push(eventOf(one))
        if (!one.ends && place < all.length - 1) continue
        await facts.accept(batch)
        batch = []
        if (one.isRolledUp) await facts.rollUp()
      }
      await facts.rollUp()
      const first = new Map<string, number>()
      for (const one of all.toReversed()) first.set(eventOf(one).id, one.percent)
      const rows = await query<{ id: string; amount: number }>(
        server.connection,
        'select id, amount from events where subject_id = $1',
        [idOf(2, runs)],
      )
      expect(new Map(rows.map(({ id, amount }) => [id, amount]))).toEqual(first)
      const [assignment] = await query<{ progress: number }>(
        server.connection,
        'select progress from assignments where subject_id = $1',
        [idOf(2, runs)],
      )
      expect(assignment?.progress).toBe(Math.max(...first.values()))
    }),
    { numRuns: 15 },
  )
})
