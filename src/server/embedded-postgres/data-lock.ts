import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

export type DataLock =
  | { readonly taken: true; readonly file: number; release(): void }
  /** `holder` is the process that took it, on which machine; `isAlive` whether that process is seen here. */
  | { readonly taken: false; readonly holder: string; readonly isAlive: boolean }

/** How `flock -n` ends when another process holds the lock. */
const HELD = 1

/**
 * Takes the lock of a data directory: the kernel's lock on an open file (flock). The database's processes inherit the
 * file, so the lock lasts until the last of them has ended, and other containers on the same volume see it, too.
 * Returns undefined where there is no such lock: no program `flock` (macOS), or a file system without locks.
 */
export function takeDataLock(run: string): DataLock | undefined {
  const path = join(run, 'database.lock')
  // Not truncated: the text may be another process's.
  const file = openSync(path, 'a', 0o600)
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) {
    try {
      writeFileSync(path, `process ${process.pid} on ${hostname()}\n`)
    } catch {
      // On a full disk the lock holds all the same.
    }
    return { taken: true, file, release: () => closeSync(file) }
  }
  closeSync(file)
  if (error !== undefined || status !== HELD) return undefined
  const holder = readFileSync(path, 'utf8').trim() || 'another process'
  const [, pid, host] = /^process (\d+) on (.*)$/.exec(holder) ?? []
  return { taken: false, holder, isAlive: host === hostname() && isRunning(Number(pid)) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}
