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
  expect(tell.mock.calls.slice(1)).toEqual([[{}, 'all events are counted again']])
  for (const [{ text }] of query.mock.calls) expect(text).not.toContain('count(')
})

test('a batch that cannot be counted while another roller is at work counts as a busy round', async () => {
  // The round of all fails by a value; afterwards another roller holds the lock.
  const lock = vi
    .fn()
    .mockRejectedValueOnce(Object.assign(new Error('out of range'), { code: '22003' }))
    .mockResolvedValue({ rows: [] })
  const client = {
    query: (words: unknown) =>
      String(words).includes('for update') ? lock() : Promise.resolve({ rows: [] }),
    ...{ on: vi.fn(), removeListener: vi.fn(), release: vi.fn() },
  }
  const query = vi
    .fn()
    .mockResolvedValueOnce({ rows: [{ seconds: 1, hasUserCounts: false }] })
    .mockResolvedValueOnce({ rows: [{ id: 'a' }, { id: 'b' }] })
  const rolling = { query, connect: vi.fn().mockResolvedValue(client) }
  const wake = vi.fn()
  const schedule = vi.fn().mockReturnValue(wake)
  const store = { pool: rolling, rolling } as unknown as Store
  createFacts({ store, registry: [], tell: vi.fn() }).start({ schedule } as unknown as Background)
  const [, , roll] = schedule.mock.calls[0] ?? []
  expect(await roll(new AbortController().signal)).toBe(false)
  expect(wake).toHaveBeenCalledTimes(1)
  expect(lock).toHaveBeenCalledTimes(2)
})
