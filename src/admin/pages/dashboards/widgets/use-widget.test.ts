import { expect, test } from 'vitest'
import { readDashboard } from '../read-dashboard.ts'
import { intervalOf } from './use-widget.ts'

test.each([
  [300, 300],
  ['300', 300],
  [1, 30],
  [-5, 30],
  [1e9, 3600],
  [null, 300],
  ['soon', 300],
  [{}, 300],
])('a stored refreshInterval of %s is read as %s s', (refreshInterval, seconds) => {
  const widgets = [{ dataSource: { refreshInterval } }]
  const [widget] = readDashboard({ id: '1', _id: '1', widgets }).widgets
  expect(intervalOf(widget?.dataSource.refreshInterval ?? 0) / 1000).toBe(seconds)
})
