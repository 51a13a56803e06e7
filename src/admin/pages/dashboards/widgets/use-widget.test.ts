import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDashboard } from '../read-dashboard.ts'
import { intervalOf } from './use-widget.ts'

/** In seconds, of whatever a backend has stored. */
const secondsOf = (refreshInterval: unknown, chance: number) => {
  const widgets = [{ dataSource: { refreshInterval } }]
  const [widget] = readDashboard({ id: '1', _id: '1', widgets }).widgets
  return intervalOf(widget?.dataSource.refreshInterval ?? 0, chance) / 1000
}
const between = (stored: unknown) => [secondsOf(stored, 0), secondsOf(stored, 1)]

test.each([
  [300, 285, 315],
  ['300', 285, 315],
  [1, 30, 33],
  [0, 30, 33],
  [-5, 30, 33],
  [3600, 3240, 3600],
  [1e9, 3240, 3600],
  [undefined, 285, 315],
  [null, 285, 315],
  ['soon', 285, 315],
  ['', 285, 315],
  [{}, 285, 315],
  [Number.NaN, 285, 315],
])('DASH-03 a refreshInterval of %s is read as %s to %s s', (stored, least, most) => {
  expect(between(stored)).toEqual([least, most])
})

test('DASH-03 whatever is stored and drawn, it lies between 30 s and 3600 s', () => {
  fc.assert(
    fc.property(fc.anything(), fc.double({ min: 0, max: 1, noNaN: true }), (stored, chance) => {
      const seconds = secondsOf(stored, chance)
      expect(seconds).toBeGreaterThanOrEqual(30)
      expect(seconds).toBeLessThanOrEqual(3600)
    }),
  )
})
