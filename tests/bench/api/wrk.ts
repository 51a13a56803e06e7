import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseTime, memoryOf, processorTimeOf } from '../lib/process.ts'

/** A server that wrk sends requests to. */
export interface Loaded {
  url: string
  headers: Readonly<Record<string, string>>
  /** Each request picks one at random. */
  paths: readonly string[]
  pid: number
  /** The data directory of the database behind it. */
  dataDir: string
}

export interface Reading {
  rate: number
  p50: number
  p99: number
  failed: number
  /** Processor time of server and database for each request, in µs. */
  processor: number
  megabytes: number
}

const CONNECTIONS = 32

/** Loads a server for some seconds, after one second of warm-up. `folder` takes the script for wrk. */
export function load(target: Loaded, seconds: number, folder: string): Reading {
  const script = join(folder, 'request.lua')
  writeFileSync(script, scriptOf(target))
  const run = (duration: number) =>
    execFileSync(
      'wrk',
      ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '--timeout', '30s', '-s', script, target.url],
      { encoding: 'utf8' },
    )
  const time = () => processorTimeOf(target.pid) + databaseTime(target.dataDir)
  run(1)
  const before = time()
  const output = run(seconds)
  const spent = time() - before
  const [requests = 0, rate = 0, p50 = 0, p99 = 0, failed = 0] =
    /RESULT (.*)/.exec(output)?.[1]?.split(' ').map(Number) ?? []
  return {
    ...{ rate, p50, p99, failed },
    processor: spent / Math.max(1, requests),
    megabytes: memoryOf(target.pid),
  }
}

function scriptOf({ headers, paths }: Loaded): string {
  const lua = (text: string) => JSON.stringify(text)
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`,
  )
  return `${lines.join('\n')}
local paths = { ${paths.map(lua).join(', ')} }
request = function() return wrk.format("GET", paths[math.random(#paths)]) end
done = function(summary, latency)
  local errors = summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect
  io.write(string.format("RESULT %d %.2f %.2f %.2f %d\\n", summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, errors))
end`
}
