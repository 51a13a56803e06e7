import type { Reading } from './load.ts'

const NAME_WIDTH = 30

export function head(): string {
  const columns = ['req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'db CPU µs', 'MB', 'failed']
  return `${line('GET', columns)}  beside it`
}

export function row(name: string, reading: Reading, beside = ''): string {
  const { rate, p50, p99, serverCpu, databaseCpu, megabytes, failed } = reading
  const whole = [serverCpu, databaseCpu, megabytes, failed].map((number) => number.toFixed(0))
  return `${line(name, [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1), ...whole])}  ${beside}`
}

/** How near to the limit: in requests a second, and in CPU time a request, which a busy machine leaves alone. */
export function besideLimit(ours: Reading, limit: Reading): string {
  const cpu = cpuOf(limit) / cpuOf(ours)
  return `of bare: ${percent(ours.rate / limit.rate)} req/s, ${percent(cpu)} by CPU`
}

/** How many times as fast ours is as another, and how many times the CPU the other takes. */
export function besideOther(ours: Reading, other: Reading): string {
  const times = (number: number) => number.toFixed(1)
  return `ours: ${times(ours.rate / other.rate)} times the req/s; its CPU is ${times(cpuOf(other) / cpuOf(ours))} times ours`
}

function cpuOf({ serverCpu, databaseCpu }: Reading): number {
  return serverCpu + databaseCpu
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

function line(name: string, columns: readonly string[]): string {
  return name.padEnd(NAME_WIDTH) + columns.map((column) => column.padStart(10)).join('')
}
