import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, NODE_FLAGS } from '../../support/product.ts'

/** A server that a benchmark started. */
export interface Program {
  url: string
  pid: number
  stop(): Promise<void>
}

const STOP_MS = 20_000

/** Starts a Node program that prints its address, and waits for the address. */
export async function startProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Program> {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => end(child)
  try {
    const url = await addressOf(child)
    return { url, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(timer)
}

/** The resident memory of a process in MB; 0 when it has ended. */
export function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Samples the memory of a process. `stop` returns the largest sample in MB. */
export function watchMemory(pid: number | undefined): { stop(): number } {
  let peak = memoryOf(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(peak, memoryOf(pid))
    },
  }
}

/** Process ids of the embedded database: the postmaster, and its children. */
export function databaseProcesses(dataDir: string): { postmaster: number; children: number[] } {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc').filter(
    (entry) => /^\d+$/.test(entry) && statOf(Number(entry))?.[1] === pid,
  )
  return { postmaster: Number(pid), children: children.map(Number) }
}

/** Processor time of a process in µs; 0 when it has ended. */
export function processorTimeOf(pid: number): number {
  const stat = statOf(pid)
  return (Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)) * TICK
}

/** Processor time of the embedded database in µs, children that have ended included. */
export function databaseTime(dataDir: string): number {
  const { postmaster, children } = databaseProcesses(dataDir)
  const stat = statOf(postmaster)
  const ended = (Number(stat?.[13] ?? 0) + Number(stat?.[14] ?? 0)) * TICK
  return [postmaster, ...children].reduce((sum, pid) => sum + processorTimeOf(pid), ended)
}

/** Linux counts processor time in hundredths of a second. */
const TICK = 10_000

/** The fields of /proc/<pid>/stat after the name, from the state on. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
