import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { ClusterError, diskError } from './cluster-error.ts'

/** Where everything of the embedded database stands below DATA_DIR. */
export interface Layout {
  /** DATA_DIR itself, as the kernel names it (no symbolic links). */
  readonly root: string
  /** PostgreSQL's data directory. */
  readonly data: string
  /** Ours alone (0700): the socket and the access rules. The database's account never owns it. */
  readonly run: string
  /** The database's log files, one per weekday, each overwritten a week later. */
  readonly log: string
  /** Says which engine and major version made the data. */
  readonly marker: string
}

/** What a start leaves there before its database is whole, and what a new file system has of its own. */
const UNFINISHED = /^(run|postgres|postgres\.init-[\w-]+|lost\+found)$/

/**
 * Makes DATA_DIR when it is missing and proves that it can be written to. A command ('join') makes none: whoever
 * forgot DATA_DIR would be answered by an empty database.
 * Takes a path as configured; throws ClusterError in plain words when it cannot be used.
 */
export function prepareLayout(dataDir: string, mode: 'serve' | 'join'): Layout {
  const asked = resolve(dataDir)
  try {
    const entries = entriesOf(asked)
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
    // A mode check would pass on a full or read-only disk, and for root always: only writing tells.
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

/** Whether a start got as far as making a database there, of whatever version. */
function holdsDatabase(root: string): boolean {
  return [markerIn(root), join(dataIn(root), 'PG_VERSION')].some((path) => existsSync(path))
}

/** Nothing for a directory that is still to be made. Throws as the file system does. */
function entriesOf(root: string): string[] {
  try {
    return readdirSync(root)
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw failure
  }
}
