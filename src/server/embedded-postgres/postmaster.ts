import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Layout } from './layout.ts'

/** The content of postmaster.pid. */
export interface Postmaster {
  readonly pid: number
  readonly socketDir: string
  readonly port: number
  readonly status: string
}

/** Reads postmaster.pid; undefined if it is missing or incomplete. */
export function readPostmaster(layout: Layout): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(layout.data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  // pid, data directory, start time, port, socket directory, listen address, shared memory, status
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined
  return {
    pid,
    port: Number(lines[3]),
    socketDir: lines[4] ?? '',
    status: lines[7]?.trim() ?? '',
  }
}

/**
 * Returns whether the process is alive and is the database of this directory. After a reboot the number may belong to
 * another program.
 */
export function isOurs(layout: Layout, pid: number): boolean {
  const words = commandLine(pid)
  const program = words[0] ?? ''
  return /(^|\/)(postgres|postmaster)$/.test(program) && words.includes(layout.data)
}

/** Stops the database with a checkpoint; after 10 s without one. */
export async function stopPostmaster(layout: Layout, pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isOurs(layout, pid)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await isGone(layout, pid, patience)) return
  }
}

/** Waits until the process has ended; false if `patience` ms pass first. */
async function isGone(layout: Layout, pid: number, patience: number): Promise<boolean> {
  const end = performance.now() + patience
  while (isOurs(layout, pid)) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}

/** The words of a process's command line; none if it has ended or is a zombie. */
function commandLine(pid: number): string[] {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    }
    const said = execFileSync('ps', ['-o', 'stat=', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    // Words with spaces cannot be separated here: the data directory follows -D.
    const found = /^(\S+)\s+(\S*postgres) -D (.+?)( -c .*)?$/.exec(said)
    return found?.[1] && !found[1].startsWith('Z') ? [found[2] ?? '', found[3] ?? ''] : []
  } catch {
    return []
  }
}
