import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackground } from './jobs.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const RHYTHM = { everyMs: 1000, deadlineMs: 5000, soonMs: 100, afterFailureMs: 3000 }
const never = () => new Promise<never>(() => undefined)

test('a round follows the end of the one before it; a nudge brings it forward, also one during a round', async () => {
  const { schedule } = createBackground(() => undefined)
  let end: () => void = () => undefined
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  const nudge = schedule('counting', RHYTHM, work)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(work).toHaveBeenCalledTimes(1)
  end()
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  nudge()
  end()
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(3)
  end()
  await vi.advanceTimersByTimeAsync(1)
  nudge()
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(4)
})

test('a nudge counts also after one during a round that failed, and never puts a round off', async () => {
  const { schedule } = createBackground(() => undefined)
  const work = vi.fn().mockImplementationOnce(() => {
    nudge()
    return Promise.reject(new Error('a fault'))
  })
  const nudge = schedule('counting', RHYTHM, work)
  await vi.advanceTimersByTimeAsync(50)
  nudge()
  await vi.advanceTimersByTimeAsync(50)
  expect(work).toHaveBeenCalledTimes(1)
  nudge()
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(2)
})

test('where there is more to do the next round follows at once', async () => {
  const { schedule } = createBackground(() => undefined)
  const work = vi
    .fn()
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(true)
    .mockResolvedValue(false)
  schedule('rolling', RHYTHM, work)
  await vi.advanceTimersByTimeAsync(102)
  expect(work).toHaveBeenCalledTimes(3)
})

test('a failure is logged once, tried again later, and its end is logged', async () => {
  const log = vi.fn()
  const { schedule, jobs } = createBackground(log)
  vi.setSystemTime('2026-11-22T12:00:00Z')
  const fault = new Error('a fault')
  const work = vi
    .fn()
    .mockRejectedValueOnce(fault)
    .mockRejectedValueOnce(fault)
    .mockResolvedValue(1)
  schedule('rolling', RHYTHM, work)
  expect(jobs()).toEqual([{ name: 'rolling', succeededAt: undefined, ageMs: 0, failures: 0 }])
  await vi.advanceTimersByTimeAsync(100 + 2999)
  expect(work).toHaveBeenCalledTimes(1)
  expect(jobs()).toEqual([{ name: 'rolling', succeededAt: undefined, ageMs: 3099, failures: 1 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(jobs()).toMatchObject([{ failures: 2 }])
  expect(log.mock.calls).toEqual([
    [{ err: fault, job: 'rolling' }, 'background job failed, will retry'],
  ])
  await vi.advanceTimersByTimeAsync(3000)
  expect(jobs()).toEqual([
    { name: 'rolling', succeededAt: new Date('2026-11-22T12:00:06.100Z'), ageMs: 0, failures: 0 },
  ])
  expect(log).toHaveBeenCalledTimes(2)
  expect(log).toHaveBeenLastCalledWith(
    { job: 'rolling', failures: 2, ms: 6100 },
    'background job recovered',
  )
})

test('a round that is late has failed at its deadline, and the next one waits until it has settled', async () => {
  const log = vi.fn()
  const { schedule, jobs } = createBackground(log)
  const signals: AbortSignal[] = []
  const settle: (() => void)[] = []
  schedule('late', RHYTHM, (signal) => {
    signals.push(signal)
    return new Promise<void>((resolve) => settle.push(resolve))
  })
  await vi.advanceTimersByTimeAsync(100 + 4999)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signals[0]?.aborted).toBe(true)
  expect(jobs()).toMatchObject([{ failures: 1 }])
  expect(log.mock.calls[0]?.[0].err.message).toBe('The job took longer than 5000 ms.')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(signals).toHaveLength(1)
  settle[0]?.()
  await vi.advanceTimersByTimeAsync(2999)
  expect(signals).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(signals).toHaveLength(2)
  settle[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(jobs()).toMatchObject([{ failures: 0 }])
  expect(log).toHaveBeenCalledTimes(2)
})

test('stopping lets a round end by itself, cuts off one that does not, and begins no other', async () => {
  const log = vi.fn()
  const background = createBackground(log)
  let end: () => void = () => undefined
  const ended = vi.fn()
  const orderly = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
  const stuck = vi.fn(never)
  background.schedule('orderly', RHYTHM, orderly)
  const nudge = background.schedule('stuck', RHYTHM, stuck)
  await vi.advanceTimersByTimeAsync(100)
  const stopped = background.stop(2000).then(ended)
  end()
  await vi.advanceTimersByTimeAsync(1999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await stopped
  nudge()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([orderly, stuck].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(log).not.toHaveBeenCalled()
})
