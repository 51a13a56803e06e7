import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSecurityLog } from './security-log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const lines: Record<string, unknown>[] = []
  const log = createSecurityLog((line) => lines.push(line))
  const fail = (address: string) => log.note('sign_in_failed', { account: null, address })
  return { lines, log, fail }
}

test('lines that were left out are counted when the minute is over, and then there are lines again', () => {
  const { lines, fail } = open()
  for (let n = 0; n < 25; n += 1) fail('192.0.2.1')
  fail('192.0.2.2')
  expect(lines).toHaveLength(11)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(11)).toEqual([
    { event: 'lines_left_out', source: 'address:192.0.2.1', count: 15 },
  ])
  fail('192.0.2.1')
  expect(lines).toHaveLength(13)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(13)
})

test('rows that were left out are counted when the minute is over, not with each other row', async () => {
  const events: string[] = []
  const query = ({ values }: { values: string[] }) => {
    events.push(...JSON.parse(values[0] ?? '').map((row: { event: string }) => row.event))
    return { rowCount: 0 }
  }
  const log = createSecurityLog(() => undefined, { query } as unknown as pg.Pool)
  const flood = () => {
    for (let n = 0; n < 300; n += 1)
      log.note('sign_in_failed', { account: null, address: `2001:db8:${n.toString(16)}::1` })
  }
  for (let minute = 0; minute < 5; minute += 1) {
    flood()
    await log.settled()
    log.close()
  }
  expect(events).toHaveLength(1500)
  flood()
  log.note('role_changed', { account: 'a', address: null, to: 'admin' })
  await log.settled()
  expect(events.slice(1500)).toEqual(['role_changed'])
  log.close()
  await log.settled()
  expect(events.slice(1500)).toEqual(['role_changed', 'events_left_out'])
})

test('a flood from everywhere has a bound of its own, and what people of ours do is always told', () => {
  const { lines, log, fail } = open()
  for (let n = 0; n < 5000; n += 1) fail(`2001:db8:${n.toString(16)}::1`)
  log.note('role_changed', { account: 'a', address: '2001:db8::1', by: 'b', to: 'admin' })
  expect(lines).toHaveLength(301)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(301)).toEqual([{ event: 'lines_left_out', source: null, count: 4700 }])
})
