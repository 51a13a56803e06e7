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

test('whoever waits in an earlier lane goes first, and a crowd behind takes no place from it', async () => {
  const gate = createGate(1, 2, 3)
  const order: string[] = []
  const work = (name: string) => () => Promise.resolve(order.push(name))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const all = [
    gate(() => held),
    gate(work('last 1'), 2),
    gate(work('last 2'), 2),
    gate(work('clean'), 1),
    gate(work('known'), 0),
  ]
  await expect(gate(work('last 3'), 2)).rejects.toThrow(BusyError)
  all.push(gate(work('known 2'), 0))
  release()
  await Promise.all(all)
  expect(order).toEqual(['known', 'known 2', 'clean', 'last 1', 'last 2'])
})
