import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOX, lineThrough, trendSentence } from './line.ts'

const bottom = BOX.height - BOX.margin

test('a line goes from left to right, the highest at the top and 0 at the bottom', () => {
  expect(lineThrough([0, 10, 5])?.line).toBe(`M0 ${bottom}L50 ${BOX.margin}L100 16`)
})

test('nothing is no line, one value is a level, and all zero lies at the bottom', () => {
  expect(lineThrough([])).toBeUndefined()
  expect(lineThrough([7])?.line).toBe(`M0 ${BOX.margin}L100 ${BOX.margin}`)
  expect(lineThrough([0, 0])?.line).toBe(`M0 ${bottom}L100 ${bottom}`)
})

test('whatever comes, the line stays in its box', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { minLength: 1, maxLength: 31 }), (values) => {
      const numbers =
        lineThrough(values)
          ?.line.match(/[\d.e+-]+/g)
          ?.map(Number) ?? []
      expect(numbers.every((one) => one >= 0 && one <= BOX.width)).toBe(true)
    }),
  )
})

test('a small line is said in words', () => {
  const trend = [
    { date: '2026-11-01', count: 12 },
    { date: '2026-11-03', count: 42 },
    { date: '2026-11-20', count: 30 },
  ]
  expect(trendSentence('Active users per day', trend)).toBe(
    'Active users per day: 12 on the first day, 30 on the last, most 42 on Nov 3, 2026',
  )
  expect(trendSentence('Uses', [{ date: '2026-11-01', count: 0 }])).toBe('Uses: none on any day')
  expect(trendSentence('Uses', [])).toBe('')
})
