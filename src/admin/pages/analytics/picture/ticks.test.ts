import { describe, expect, test } from 'vitest'
import { placeTicks, roundAxis } from './ticks.ts'

describe('ANA-02 axes', () => {
  const whole = { isWhole: true, steps: 4 }

  test.each([
    [0, 564, [0, 200, 400, 600]],
    [0, 3, [0, 1, 2, 3]],
    [0, 1, [0, 1]],
    [0, 0, [0, 1]],
    [4829, 5134, [4800, 4900, 5000, 5100, 5200]],
    [0, 12_345_678, [0, 5_000_000, 10_000_000, 15_000_000]],
  ])('from %i to %i: round numbers, and whole ones for counts', (low, high, ticks) => {
    expect(roundAxis(low, high, whole)).toEqual({
      from: ticks[0],
      to: ticks.at(-1),
      ticks,
    })
  })

  test('rates may have parts', () => {
    expect(roundAxis(0, 0.6, { isWhole: false, steps: 4 }).ticks).toEqual([0, 0.2, 0.4, 0.6])
  })

  test('never more than six ticks, and none beyond what is there', () => {
    for (let high = 1; high < 100_000; high = Math.ceil(high * 1.37)) {
      const { ticks, to } = roundAxis(0, high, whole)
      expect(ticks.length, String(high)).toBeLessThanOrEqual(6)
      expect(to).toBeGreaterThanOrEqual(high)
    }
    for (const count of [1, 2, 7, 30, 365, 1830]) {
      const ticks = placeTicks(count, 6)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.at(-1)).toBe(count - 1)
    }
  })

  test('FIG-04 places are all as far apart, and every day of a week has one', () => {
    for (const most of [4, 6, 8])
      for (const count of [2, 7, 8, 28, 30, 31, 90, 120, 365]) {
        const ticks = placeTicks(count, most)
        const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))
        expect(new Set(steps).size, `${count} in ${most}`).toBe(1)
        expect(ticks.length).toBeLessThanOrEqual(most)
        expect(ticks[0]).toBeLessThan(steps[0] ?? 0)
      }
    expect(placeTicks(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(placeTicks(30, 8)).toEqual([4, 9, 14, 19, 24, 29])
  })
})
