import { expect, test } from 'vitest'
import { trendSentence } from './trend-sentence.ts'

test('a small line is described in words', () => {
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
