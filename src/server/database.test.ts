import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainFullDisk } from './database.ts'

const MEGABYTE = 1024 * 1024

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['on a full disk', 2 * MEGABYTE, 1],
  ['with free space', 500 * MEGABYTE, 0],
])('a database that does not start within 3 s %s', async (_, free, count) => {
  const lines: string[] = []
  let open: (value: string) => void = () => undefined
  const opening = new Promise<string>((resolve) => {
    open = resolve
  })
  const opened = explainFullDisk(
    opening,
    () => free,
    (line) => lines.push(line),
  )
  await vi.advanceTimersByTimeAsync(2999)
  expect(lines).toEqual([])
  await vi.advanceTimersByTimeAsync(2001)
  expect(lines).toHaveLength(count)
  if (count) expect(lines[0]).toContain('The disk of DATA_DIR is full (2 MB free)')
  open('the database')
  expect(await opened).toBe('the database')
})
