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

const inTheWay = (path: string) =>
  `${path} cannot be a directory: a file stands in its place. Move that file away, or set DATA_DIR to another directory.`

const disk: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) =>
    `The disk that holds ${path} is full. Free some space, or set DATA_DIR to a directory on another disk.`,
  EDQUOT: (path) =>
    `The disk quota for ${path} is used up. Free some space, or set DATA_DIR to a directory elsewhere.`,
  EROFS: (path) =>
    `${path} is on a read-only file system. Set DATA_DIR to a directory that can be written to.`,
  EACCES: (path) =>
    `No permission to read and write ${path}. Correct its owner or mode, or set DATA_DIR to another directory.`,
  EPERM: (path) =>
    `The system does not allow changes in ${path}. Correct its owner, mode or attributes, or set DATA_DIR to another directory.`,
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
}

/** Explains a failed file operation below the data directory. */
export function diskError(failure: unknown, path: string): ClusterError {
  const code =
    typeof failure === 'object' && failure && 'code' in failure ? String(failure.code) : ''
  const said = disk[code]
  if (said) return new ClusterError(said(path), { cause: failure })
  const detail = failure instanceof Error ? failure.message : String(failure)
  return new ClusterError(`The data directory ${path} cannot be used: ${detail}`, {
    cause: failure,
  })
}

/** Explains what PostgreSQL or initdb printed before it ended. */
export function databaseError(what: string, words: string, path: string): ClusterError {
  if (/No space left on device|could not extend file.*space/i.test(words)) {
    return diskError({ code: 'ENOSPC' }, path)
  }
  if (/Read-only file system/i.test(words)) return diskError({ code: 'EROFS' }, path)
  const tail = words.trim().split('\n').slice(-6).join('\n')
  return new ClusterError(
    `${what}${tail ? `\n${tail}` : ''}\nThe database's own log is in ${path}.`,
  )
}

/** The paths of the embedded database below DATA_DIR. */
export interface Layout {
  /** DATA_DIR itself, without symbolic links. */
  readonly root: string
  /** PostgreSQL's data directory. */
  readonly data: string
  /** The socket, the lock and the access rules (0700). The database's account never owns it. */
  readonly run: string
  /** The database's log files, one per weekday, each overwritten a week later. */
  readonly log: string
  /** The file that names the engine and major version of the data. */
  readonly marker: string
}

/** What an unfinished start leaves, and what a new file system contains. */
const UNFINISHED = /^(run|postgres|postgres\.init-[\w-]+|lost\+found)$/

/**
 * Creates DATA_DIR if it is missing and proves that it can be written to. A command ('join') creates none: without
 * the right DATA_DIR it would show an empty database. Throws ClusterError if the path cannot be used.
 */
export function prepareLayout(dataDir: string, mode: 'serve' | 'join'): Layout {
  const asked = resolve(dataDir)
  try {
    const entries = readIfThere(asked, (path) => readdirSync(path)) ?? []
    if (!holdsDatabase(asked)) {
      if (mode === 'join')
        throw new ClusterError(
          `There is no database of Waymark in ${asked}. Set DATA_DIR to the one that the server has, or start the server first: it makes one.`,
        )
      const stranger = entries.find((name) => !UNFINISHED.test(name))
      if (stranger !== undefined)
        throw new ClusterError(
          `${asked} holds other files (${stranger}) and no database of Waymark. Set DATA_DIR to an empty directory, or to the one that the database is in.`,
        )
    }
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    const root = realpathSync(asked)
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    const run = join(root, 'run')
    mkdirSync(run, { recursive: true, mode: 0o700 })
    // A check of modes would pass on a full or read-only disk, and always for root.
    const probe = join(run, `probe-${process.pid}`)
    writeFileSync(probe, 'can this directory be written to?\n')
    rmSync(probe)
    const data = dataIn(root)
    return { root, data, run, log: join(data, 'log'), marker: markerIn(root) }
  } catch (failure) {
    throw failure instanceof ClusterError ? failure : diskError(failure, asked)
  }
}

const dataIn = (root: string) => join(root, 'postgres')
const markerIn = (root: string) => join(root, 'engine.json')

/** Returns whether there is a database, of whatever version. */
function holdsDatabase(root: string): boolean {
  return [markerIn(root), join(dataIn(root), 'PG_VERSION')].some((path) => existsSync(path))
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
export function socketDirectory(layout: Layout): string {
  if (fits(layout.run)) return layout.run
  const { dev, ino } = statSync(layout.root)
  const name =
    SOCKET_PREFIX + createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)
  const parent = [tmpdir(), '/tmp'].find((dir) => fits(join(dir, `${name}-abcdef`))) ?? '/tmp'
  const path = join(parent, name)
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw diskError(failure, path)
  }
  // Anyone may write there: a directory of another user is not used.
  return isOursAlone(path) ? path : mkdtempSync(`${path}-`)
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

function isOursAlone(path: string): boolean {
  const found = lstatSync(path)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}
