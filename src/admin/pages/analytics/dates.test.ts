import { describe, expect, test } from 'vitest'
import { daysFor, problemOf, RANGES } from './dates.ts'

describe('dates', () => {
  test.each([
    ['2026-11-21', '2026-11-20', 'The start date must not be after the end date.'],
    ['', '2026-11-20', 'Choose a start and an end date.'],
    ['2026-02-30', '2026-11-20', 'Choose a start and an end date.'],
    ['2021-11-16', '2026-11-20', 'Choose at most 1,830 days. This range has 1,831.'],
    ['2021-11-17', '2026-11-20', undefined],
    ['2026-11-20', '2026-11-20', undefined],
    ['0002-11-20', '0002-11-20', 'Choose dates in or after 1900.'],
  ])('%s to %s: %s', (start, end, problem) => {
    expect(problemOf({ start, end })).toBe(problem)
  })

  test.each(['2026-11-20', '2024-02-29', '2026-01-01', '2026-03-31'])(
    'on %s every preset is a range that ends today or before',
    (day) => {
      for (const name of RANGES) {
        expect(problemOf(daysFor(name, day))).toBeUndefined()
        expect(daysFor(name, day).end <= day).toBe(true)
      }
    },
  )
})
