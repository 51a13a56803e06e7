import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One run of wrk against one address, and what it cost the processes that answered. */
export interface Reading {
  rate: number
  p50: number
  p99: number
  failed: number
  /** CPU microseconds a request, of the server and of its database's processes. */
  serverCpu: number
  databaseCpu: number
  /** Of the server process, after the run. */
  megabytes: number
}

export interface Target {
  url: string
  headers: Readonly<Record<string, string>>
  /** With the base and all; one is asked for at a time, by chance. */
  paths: readonly string[]
  pid: number
  /** The first process of the database; undefined for a server that has none. */
  postmaster: number | undefined
}

const CONNECTIONS = 32
const WARM_SECONDS = 1
/** Microseconds of a tick of /proc/<pid>/stat: Linux shows hundredths of a second everywhere. */
export const TICK = 10_000

/** Loads a target for so many seconds, after a second to warm up. `folder` takes the script for wrk. */
export function load(target: Target, seconds: number, folder: string): Reading {
  const script = join(folder, 'request.lua')
  const lua = (text: string) => JSON.stringify(text)
  const headers = Object.entries(target.headers)
  writeFileSync(
    script,
    `${headers.map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`).join('\n')}
local paths = { ${target.paths.map(lua).join(', ')} }
request = function() return wrk.format("GET", paths[math.random(#paths)]) end
done = function(summary, latency)
  local errors = summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect
  io.write(string.format("RESULT %d %.2f %.2f %.2f %d\\n", summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, errors))
end`,
  )
  const run = (duration: number) =>
    execFileSync(
      'wrk',
      ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '--timeout', '30s', '-s', script, target.url],
      { encoding: 'utf8' },
    )
  run(WARM_SECONDS)
  const server = ticksOf(target.pid)
  const database = databaseTicks(target.postmaster)
  const said = run(seconds)
  const serverTicks = ticksOf(target.pid) - server
  const dataTicks = databaseTicks(target.postmaster) - database
  const [, requests, rate, p50, p99, failed] =
    /RESULT (\S+) (\S+) (\S+) (\S+) (\S+)/.exec(said) ?? []
  const each = TICK / Math.max(1, Number(requests))
  return {
    rate: Number(rate),
    p50: Number(p50),
    p99: Number(p99),
    failed: Number(failed),
    serverCpu: serverTicks * each,
    databaseCpu: dataTicks * each,
    megabytes: residentMegabytes(target.pid),
  }
}

/** Of each figure the median; of failed requests the sum, of memory the most. */
export function medianOf(readings: readonly Reading[]): Reading {
  const middle = (of: (reading: Reading) => number): number => {
    const sorted = readings.map(of).sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    rate: middle(({ rate }) => rate),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    serverCpu: middle(({ serverCpu }) => serverCpu),
    databaseCpu: middle(({ databaseCpu }) => databaseCpu),
    failed: readings.reduce((sum, { failed }) => sum + failed, 0),
    megabytes: Math.max(...readings.map(({ megabytes }) => megabytes)),
  }
}

/** What stands after the name in /proc/<pid>/stat, from the state on; undefined for a process that is gone. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

export function ticksOf(pid: number): number {
  const stat = statOf(pid)
  return Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)
}

/** Of the postmaster, its children, and those of them that have ended, which it has waited for. */
export function databaseTicks(postmaster: number | undefined): number {
  if (postmaster === undefined) return 0
  const own = statOf(postmaster)
  let ticks = ticksOf(postmaster) + Number(own?.[13] ?? 0) + Number(own?.[14] ?? 0)
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    if (statOf(Number(entry))?.[1] === String(postmaster)) ticks += ticksOf(Number(entry))
  }
  return ticks
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
