import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The kernel's lock on a file (flock). It stands for as long as any process holds the open file, whatever way that
 * ends, and all see it who see the file: those of another container too, of whom nothing else can be seen.
 */
export type FileClaim =
  | { readonly taken: true; readonly file: number; release(): void }
  /** What its holder noted: its machine and its process. */
  | { readonly taken: false; readonly holder: string }

/** Undefined where there is no such lock: no program `flock` (macOS), or a file system that knows none. */
export function claimFile(path: string): FileClaim | undefined {
  // Not emptied: it may be another's.
  const file = openSync(path, 'a', 0o600)
  // It locks the open file that it is given, which stays locked here when it ends.
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) {
    note(path)
    return { taken: true, file, release: () => closeSync(file) }
  }
  closeSync(file)
  if (error !== undefined || status !== HELD) return undefined
  return { taken: false, holder: readFileSync(path, 'utf8').trim() }
}

/** How `flock -n` ends when another holds it. */
const HELD = 1

function note(path: string): void {
  try {
    writeFileSync(path, `process ${process.pid} on ${hostname()}\n`)
  } catch {
    // On a full disk: it holds all the same.
  }
}
