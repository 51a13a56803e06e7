import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

const period = 'the 30 days before'

test.each([
  [112, 100, 'up', '+12%', 'up 12% against the 30 days before'],
  [97, 100, 'down', '−3%', 'down 3% against the 30 days before'],
  [1066, 1000, 'up', '+6.6%', 'up 6.6% against the 30 days before'],
  [100_001, 100_000, 'up', '+<0.1%', 'up <0.1% against the 30 days before'],
  [5000, 1, 'up', '+499,900%', 'up 499,900% against the 30 days before'],
  [0, 7, 'down', '−100%', 'down 100% against the 30 days before'],
  [5, 0, 'up', 'new', 'none in the 30 days before'],
  [0, 0, 'same', '0%', 'the same as the 30 days before'],
])('DASH-04 %s after %s is %s %s', (now, before, direction, text, words) => {
  expect(changeOf(now, before, { period })).toEqual({ direction, text, words })
})

test('FIG-03 against too little data there is no percentage', () => {
  expect(changeOf(99, 8, { period, isScarce: true })).toEqual({
    direction: 'scarce',
    text: 'Too little earlier data',
    words: '8 in the 30 days before, too little data to compare',
  })
  expect(changeOf(5, 0, { period, isScarce: true })?.text).toBe('new')
})

test('DASH-04 rates change by points, also from nothing', () => {
  const points = { unit: 'points', period } as const
  expect(changeOf(64.9, 66.4, points)?.text).toBe('−1.5 points')
  expect(changeOf(12, 0, points)?.text).toBe('+12 points')
  expect(changeOf(51, 50, points)?.words).toBe('up 1 point against the 30 days before')
  expect(changeOf(50, 50, points)?.text).toBe('0 points')
})

test.each([
  [5, undefined],
  [undefined, 5],
  [null, 5],
  [5, null],
  [Number.NaN, 1],
])('there is nothing to say of %s after %s', (now, before) => {
  expect(changeOf(now, before, { period })).toBeUndefined()
})
