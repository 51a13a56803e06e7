import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/** A failure of the embedded database. Its message tells the operator what to do. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
}

const FULL =
  'The disk with {path} is full. Free some space, or set DATA_DIR to a directory on another disk.'
const NO_PERMISSION =
  'No permission to read and write {path}. Correct its owner, mode or attributes, or set DATA_DIR to another directory.'
const IN_THE_WAY =
  '{path} is a file, but must be a directory. Move it away, or set DATA_DIR to another directory.'
const DISK_ERRORS: Readonly<Record<string, string>> = {
  ...{ ENOSPC: FULL, EDQUOT: FULL },
  ...{ EACCES: NO_PERMISSION, EPERM: NO_PERMISSION },
  ...{ ENOTDIR: IN_THE_WAY, EEXIST: IN_THE_WAY },
  EROFS:
    '{path} is on a read-only file system. Set DATA_DIR to a directory that can be written to.',
}

/** Explains a failed file operation below the data directory. */
export function diskError(failure: unknown, path: string): ClusterError {
  const { code, message = String(failure) } = Object(failure) as NodeJS.ErrnoException
  const words = DISK_ERRORS[code ?? ''] ?? `The data directory {path} cannot be used: ${message}`
  return new ClusterError(
    words.replaceAll('{path}', () => path),
    { cause: failure },
  )
}

/** Explains what PostgreSQL or initdb printed before it ended. */
export function databaseError(what: string, words: string, path: string): ClusterError {
  if (/No space left on device|could not extend file.*space/i.test(words))
    return diskError({ code: 'ENOSPC' }, path)
  if (/Read-only file system/i.test(words)) return diskError({ code: 'EROFS' }, path)
  const tail = words.trim().split('\n').slice(-6).join('\n')
  return new ClusterError(
    `${what}${tail ? `\n${tail}` : ''}\nThe database's own log is in ${path}.`,
  )
}

/** The paths of the embedded database below DATA_DIR. */
export type Layout = ReturnType<typeof prepareLayout>

/** Names that an unfinished start leaves, and those of a new file system. */
const UNFINISHED = /^(run|postgres|postgres\.init-[\w-]+|lost\+found)$/

/**
 * Creates DATA_DIR if it is missing and proves that it can be written to. A command ('join') creates none: without
 * the right DATA_DIR it would show an empty database. Throws ClusterError if the path cannot be used.
 */
export function prepareLayout(dataDir: string, mode: 'serve' | 'join') {
  const asked = resolve(dataDir)
  try {
    const entries = readIfThere(asked, (path) => readdirSync(path)) ?? []
    if (!entries.includes('engine.json') && !existsSync(join(asked, 'postgres', 'PG_VERSION'))) {
      if (mode === 'join')
        throw new ClusterError(
          `There is no Waymark database in ${asked}. Set DATA_DIR to the server's directory, or run npm start to create one.`,
        )
      const stranger = entries.find((name) => !UNFINISHED.test(name))
      if (stranger !== undefined)
        throw new ClusterError(
          `${asked} contains other files (${stranger}) and no Waymark database. Set DATA_DIR to an empty directory, or to the one with the database.`,
        )
    }
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    const root = realpathSync(asked)
    // On a read-only file system `mkdir` reports a missing directory instead.
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    const run = join(root, 'run')
    mkdirSync(run, { recursive: true, mode: 0o700 })
    // A check of modes would pass on a full or read-only disk, and always for root.
    const probe = join(run, `probe-${process.pid}`)
    writeFileSync(probe, 'can this directory be written to?\n')
    rmSync(probe)
    const data = join(root, 'postgres')
    return {
      /** DATA_DIR itself, without symbolic links. */
      root,
      data,
      /** The socket, the lock and the access rules (0700). The database's account never owns it. */
      run,
      /** The database's log files, one per weekday, each overwritten a week later. */
      log: join(data, 'log'),
      /** The file that names the engine and major version of the data. */
      marker: join(root, 'engine.json'),
    }
  } catch (failure) {
    throw failure instanceof ClusterError ? failure : diskError(failure, asked)
  }
}

/** How many bytes may still be written below a directory. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** Reads a path; undefined if it does not exist. Throws ClusterError for other failures. */
export function readIfThere<T>(path: string, read: (path: string) => T): T | undefined {
  try {
    return read(path)
  } catch (failure) {
    if (Object(failure).code === 'ENOENT') return undefined
    throw diskError(failure, path)
  }
}

/** Only the number in the socket's file name: nothing listens on a TCP port. */
export const SOCKET_NUMBER = 5432
/** The kernel's limit for the path of a socket. */
const SOCKET_PATH_BYTES = 107
const SOCKET_PREFIX = 'waymark-'

/**
 * Returns the directory for the socket: `run`, or, if that path is too long for a socket, a short directory of ours
 * (0700) below the system's directory for temporary files.
 */
export function socketDirectory({ root, run }: Layout): string {
  if (fits(run)) return run
  const { dev, ino } = statSync(root)
  const digest = createHash('sha256').update(`${dev}:${ino}`).digest('hex')
  const name = SOCKET_PREFIX + digest.slice(0, 16)
  const path = join(fits(join(tmpdir(), `${name}-abcdef`)) ? tmpdir() : '/tmp', name)
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw diskError(failure, path)
  }
  // Every user may write there: a directory of another user is not used.
  const found = lstatSync(path)
  const isOurs = found.uid === process.getuid?.() && (found.mode & 0o077) === 0
  return found.isDirectory() && isOurs ? path : mkdtempSync(`${path}-`)
}

/** Removes a short directory once the database has stopped; leaves `run` alone. */
export function removeSocketDirectory(layout: Layout, path: string): void {
  if (path === layout.run || !basename(path).startsWith(SOCKET_PREFIX)) return
  try {
    rmdirSync(path)
  } catch {
    // Not empty or already gone: the next start uses it or makes another.
  }
}

function fits(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${SOCKET_NUMBER}`)) <= SOCKET_PATH_BYTES
}
