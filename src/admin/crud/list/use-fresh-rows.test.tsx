// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import { useFreshRows } from './use-fresh-rows.ts'

const user = { _id: 'a', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }
const row = (id: string, name = id) => ({ id, name })
const START = 1_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  enter('t', { ...user, changes: true }, false)
})
afterEach(() => {
  cleanup()
  leave()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

function show() {
  const readAnew = vi.fn()
  const first = { at: '?page=1', rows: [row('a'), row('b')], readAt: START, isIdle: true }
  const hook = renderHook((given: typeof first) => useFreshRows({ ...given, readAnew }), {
    initialProps: first,
  })
  const shown = () => hook.result.current.rows.map(({ name }) => name).join('')
  const come = (after: number) => {
    vi.setSystemTime(START + after)
    act(() => void dispatchEvent(new Event('focus')))
  }
  const read = (rows: { id: string; name: string }[], readAt: number, at = first.at) =>
    hook.rerender({ at, rows, readAt, isIdle: true })
  return { readAnew, shown, come, read, now: () => hook.result.current, first }
}

test('FORM-02 who returns soon, or is asked something, finds all as it was', () => {
  const { readAnew, come } = show()
  come(9000)
  document.body.append(Object.assign(document.createElement('div'), { role: 'dialog' }))
  come(60_000)
  expect(readAnew).not.toHaveBeenCalled()
})

test('FORM-02 of another backend nothing is read by itself', () => {
  enter('t', user, false)
  const { readAnew, come } = show()
  come(60_000)
  expect(readAnew).not.toHaveBeenCalled()
})

test('FORM-02 who returns late finds what is by now in its place, until the next reading', () => {
  const { readAnew, shown, come, read, now } = show()
  come(60_000)
  expect(readAnew).toHaveBeenCalledOnce()
  expect(now().isReturning).toBe(true)
  expect(shown()).toBe('ab')
  read([row('c'), row('b', 'B')], START + 60_000)
  expect(shown()).toBe('aB')
  expect(now()).toMatchObject({ isReturning: false, since: { news: 1 } })
  expect([...now().since.gone, ...now().since.changed]).toEqual(['a', 'b'])
  // A click says that it was seen, and moves nothing.
  act(() => document.body.click())
  expect(shown()).toBe('aB')
  expect(now().since.changed.size).toBe(0)
  read([row('c'), row('b', 'B')], START + 61_000)
  expect(shown()).toBe('cB')
  expect(now().since).toMatchObject({ news: 0 })
})

test('FORM-02 what is new is shown when it is asked for, and on another page all is', () => {
  const { shown, come, read, now } = show()
  come(60_000)
  read([row('c'), row('a')], START + 60_000)
  expect(shown()).toBe('ab')
  act(() => now().showAll())
  expect(shown()).toBe('ca')
  come(120_000)
  read([row('d')], START + 120_000, '?page=2')
  expect(shown()).toBe('d')
})
