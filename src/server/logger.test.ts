import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from './logger.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a message that repeats is one line a minute with its number, until it stops', () => {
  const lines: unknown[] = []
  const log = throttled((line, message) => lines.push([message, line]))
  log({ code: 'first' }, 'the database is away')
  for (let n = 0; n < 500; n += 1) log({ code: 'later' }, 'the database is away')
  log({}, 'the disk is full')
  expect(lines).toEqual([
    ['the database is away', { code: 'first' }],
    ['the disk is full', {}],
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toEqual([['the database is away', { times: 500 }]])
  log({}, 'the database is away')
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(3)).toEqual([['the database is away', { times: 1 }]])
  vi.advanceTimersByTime(600_000)
  expect(lines).toHaveLength(4)
  log({ code: 'again' }, 'the database is away')
  expect(lines.at(-1)).toEqual(['the database is away', { code: 'again' }])
})
