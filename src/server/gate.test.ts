import { expect, test } from 'vitest'
import { BusyError, createGate } from './gate.ts'

test('lets so many run, so many wait, and turns the rest away', async () => {
  const gate = createGate(2, 3)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => gate(work)))
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.every(({ reason }) => reason instanceof BusyError)).toBe(true)
})

test('work that fails gives its place back', async () => {
  const gate = createGate(1, 0)
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(gate(() => Promise.resolve('yes'))).resolves.toBe('yes')
})
