import { readFileSync } from 'node:fs'
import { databaseTicks, TICK, ticksOf } from '../api/load.ts'

/** What an operation took at one size. Times in ms. */
export interface Reading {
  calls: number
  median: number
  p99: number
  /** CPU time of a call, of the server and its database: hardly disturbed by whoever else is at work. */
  cpu?: number
  /** Of the server, after the last call. */
  megabytes: number
}

/** The processes that answer. */
export interface Answering {
  pid: number
  postmaster: number
}

/** So long and so often an operation is asked for, whichever ends first. */
const ENOUGH = { ms: 1500, calls: 200, least: 5 }
const WARM = 2
const MICROSECONDS = 1000

/**
 * Times calls, one after the other, after two that warm up. `before` takes no time, but CPU time. A call that takes
 * only part of its time gives how many ms.
 */
export async function measure(
  { pid, postmaster }: Answering,
  call: (at: number) => Promise<unknown>,
  { before, most = ENOUGH.calls }: { before?: (() => Promise<unknown>) | undefined; most?: number },
): Promise<Reading> {
  const one = async (at: number) => {
    await before?.()
    const started = performance.now()
    const own = await call(at)
    return typeof own === 'number' ? own : performance.now() - started
  }
  for (let at = 0; at < WARM && most > ENOUGH.least; at += 1) await one(at)
  const ticks = () => ticksOf(pid) + databaseTicks(postmaster)
  const [began, spent] = [performance.now(), ticks()]
  const times: number[] = []
  const isOver = () => {
    const isLong = performance.now() - began > ENOUGH.ms && times.length >= ENOUGH.least
    return times.length >= most || isLong
  }
  while (!isOver()) times.push(await one(times.length))
  const cpu = ((ticks() - spent) * TICK) / MICROSECONDS / times.length
  times.sort((first, second) => first - second)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return { calls: times.length, median: at(0.5), p99: at(0.99), cpu, megabytes: residentOf(pid) }
}

/** Megabytes of memory that a process holds. */
export function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
