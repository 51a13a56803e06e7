import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Change } from './Change.tsx'

const period = 'the 30 days before'
const shown = (now: number | null | undefined, before: number | null | undefined, more = {}) =>
  renderToStaticMarkup(<Change {...{ now, before, period, ...more }} />).replaceAll('&lt;', '<')

test.each([
  [112, 100, 'up', '+12%', 'up 12% compared with the 30 days before'],
  [97, 100, 'down', '−3%', 'down 3% compared with the 30 days before'],
  [1066, 1000, 'up', '+6.6%', 'up 6.6% compared with the 30 days before'],
  [100_001, 100_000, 'up', '+<0.1%', 'up <0.1% compared with the 30 days before'],
  [5000, 1, 'up', '+499,900%', 'up 499,900% compared with the 30 days before'],
  [0, 7, 'down', '−100%', 'down 100% compared with the 30 days before'],
  [5, 0, 'up', 'new', 'none in the 30 days before'],
  [0, 0, 'same', '0%', 'the same as the 30 days before'],
])('%s after %s is %s %s', (now, before, direction, text, words) => {
  const html = shown(now, before)
  expect(html).toContain(`data-direction="${direction}" title="${words}"`)
  expect(html).toContain(` ${text}</span><span class="sr-only">${words}</span>`)
})

test('with too little data there is no percentage', () => {
  const html = shown(99, 8, { isScarce: true })
  expect(html).toContain(' Too little earlier data</span>')
  expect(html).toContain('title="8 in the 30 days before, too little data to compare"')
  expect(shown(5, 0, { isScarce: true })).toContain(' new</span>')
})

test('rates change by points, also from zero', () => {
  const points = { unit: 'points' }
  expect(shown(64.9, 66.4, points)).toContain(' −1.5 points</span>')
  expect(shown(12, 0, points)).toContain(' +12 points</span>')
  expect(shown(51, 50, points)).toContain('up 1 point compared with the 30 days before')
  expect(shown(50, 50, points)).toContain(' 0 points</span>')
})

test.each([
  [5, undefined],
  [undefined, 5],
  [null, 5],
  [5, null],
  [Number.NaN, 1],
])('%s after %s shows no change', (now, before) => {
  expect(shown(now, before)).toBe('')
})
