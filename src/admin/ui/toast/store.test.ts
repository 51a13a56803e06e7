import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  currentToasts,
  dismiss,
  onToasts,
  REMOVE_DELAY,
  remove,
  TOAST_DURATION,
  TOAST_LIMIT,
  toast,
} from './store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  remove()
})

afterEach(() => {
  vi.useRealTimers()
})

const visible = () => currentToasts().filter(({ dismissedAt }) => dismissedAt === undefined)

test('a newer toast replaces the visible one', () => {
  toast({ title: 'Success', description: 'First' })
  toast({ title: 'Error', description: 'Second', variant: 'destructive' })
  expect(visible()).toMatchObject([{ title: 'Error', variant: 'destructive' }])
  expect(currentToasts()).toHaveLength(2)
})

test('the store keeps the newest 20, and 1,000 toasts leave one timer', () => {
  for (let at = 1; at <= 1000; at++) toast({ title: `Toast ${at}` })
  expect(currentToasts()).toHaveLength(TOAST_LIMIT)
  expect(currentToasts()[0]?.title).toBe('Toast 1000')
  expect(visible()).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(1)
})

test('a dismissed toast leaves the store after 1,000,000 ms', () => {
  const id = toast({ title: 'Success' })
  vi.advanceTimersByTime(REMOVE_DELAY * 2)
  expect(currentToasts()).toHaveLength(1)
  dismiss(id)
  vi.advanceTimersByTime(REMOVE_DELAY - 1)
  expect(currentToasts()).toHaveLength(1)
  expect(visible()).toHaveLength(0)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toHaveLength(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('each of several dismissed toasts leaves in its own time', () => {
  toast({ title: 'One' })
  vi.advanceTimersByTime(500)
  toast({ title: 'Two' })
  vi.advanceTimersByTime(500)
  dismiss()
  vi.advanceTimersByTime(REMOVE_DELAY - 500)
  expect(currentToasts().map(({ title }) => title)).toEqual(['Two'])
  vi.advanceTimersByTime(500)
  expect(currentToasts()).toEqual([])
})

test('a toast can be removed, and listeners are notified', () => {
  const heard = vi.fn()
  const stop = onToasts(heard)
  const id = toast({ title: 'Saving' })
  expect(visible()).toMatchObject([{ id, title: 'Saving' }])
  remove(id)
  expect(currentToasts()).toEqual([])
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  toast({ title: 'Unheard' })
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a toast is shown for 5000 ms', () => {
  expect(TOAST_DURATION).toBe(5000)
})
