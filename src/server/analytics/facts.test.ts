import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/services.ts'
import { createFacts } from './facts.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a round of the roller counts no batches, and logs once that they are late and once that they are not', async () => {
  const query = vi.fn()
  const connect = vi.fn().mockRejectedValue(new Error('The database is away.'))
  const rolling = { query, connect }
  const schedule = vi.fn().mockReturnValue(() => undefined)
  const tell = vi.fn()
  const store = { pool: rolling, rolling } as unknown as Store
  createFacts({ store, registry: [], tell }).start({ schedule } as unknown as Background)
  const [, , roll] = schedule.mock.calls[0] ?? []
  const round = (seconds: number | null) => {
    query.mockResolvedValueOnce({ rows: [{ seconds, hasUserCounts: false }] })
    return roll(new AbortController().signal)
  }
  // The time before the start does not count.
  await expect(round(600)).rejects.toThrow('away')
  expect(tell).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 60_000)
  await expect(round(40)).rejects.toThrow('away')
  await expect(round(50)).rejects.toThrow('away')
  expect(tell.mock.calls).toEqual([[{ ms: 40_000 }, expect.stringContaining('waiting')]])
  expect(await round(null)).toBe(false)
  expect(await round(null)).toBe(false)
  expect(tell.mock.calls.slice(1)).toEqual([[{}, 'all events are counted, figures are current']])
  for (const [{ text }] of query.mock.calls) expect(text).not.toContain('count(')
})
