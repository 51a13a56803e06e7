import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTotals } from './totals.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a total is counted once for all who leaf through a list, and anew after some seconds', async () => {
  const totals = createTotals()
  const count = vi.fn().mockResolvedValueOnce(7).mockResolvedValue(8)
  const both = [totals.of('ada', count), totals.of('ada', count)]
  expect(await Promise.all(both)).toEqual([7, 7])
  vi.setSystemTime(Date.now() + 4000)
  expect(await totals.of('ada', count)).toBe(7)
  expect(await totals.of('bob', count)).toBe(8)
  expect(count).toHaveBeenCalledTimes(2)
  // What other servers wrote meanwhile is seen by then.
  vi.setSystemTime(Date.now() + 6000)
  expect(await totals.of('ada', count)).toBe(8)
})

test('a write of this server, or a count that failed, is not waited out', async () => {
  const totals = createTotals()
  expect(await totals.of('ada', async () => 1)).toBe(1)
  totals.forget()
  expect(await totals.of('ada', async () => 2)).toBe(2)
  totals.forget()
  await expect(totals.of('ada', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await totals.of('ada', async () => 3)).toBe(3)
})
