import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { diskError } from './cluster-error.ts'
import type { Layout } from './layout.ts'
import { socketNumber } from './settings.ts'

/** The kernel takes 107 bytes for the whole path of a socket. */
const longest = 107
const prefix = 'waymark-'

/**
 * Gives the directory for the socket: `run` beside the data, or, where that path is too long for a
 * socket, a short directory of ours (0700) below the system's directory for temporary files.
 */
export function socketDirectory(layout: Layout): string {
  if (fits(layout.run)) return layout.run
  const { dev, ino } = statSync(layout.root)
  const name = prefix + createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
  const parent = [tmpdir(), '/tmp'].find((dir) => fits(join(dir, `${name}-abcdef`))) ?? '/tmp'
  const path = join(parent, name)
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw diskError(failure, path)
  }
  // Anyone may write there: what another made is not used.
  return isOursAlone(path) ? path : mkdtempSync(`${path}-`)
}

/** Removes a short directory once the database has stopped; leaves `run` alone. */
export function removeSocketDirectory(layout: Layout, path: string): void {
  if (path === layout.run || !basename(path).startsWith(prefix)) return
  try {
    rmdirSync(path)
  } catch {
    // Not empty or already gone: the next start uses it or makes another.
  }
}

function fits(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${socketNumber}`)) <= longest
}

function isOursAlone(path: string): boolean {
  const found = lstatSync(path)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}
