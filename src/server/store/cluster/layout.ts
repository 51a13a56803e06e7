import { accessSync, constants, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { diskError } from './cluster-error.ts'

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

/**
 * Makes DATA_DIR when it is missing and proves that it can be written to.
 * Takes a path as configured; throws ClusterError in plain words when it cannot be used.
 */
export function prepareLayout(dataDir: string): Layout {
  const asked = resolve(dataDir)
  try {
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    const root = realpathSync(asked)
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    const run = join(root, 'run')
    mkdirSync(run, { recursive: true, mode: 0o700 })
    // A mode check would pass on a full or read-only disk, and for root always: only writing tells.
    const probe = join(run, `probe-${process.pid}`)
    writeFileSync(probe, 'can this directory be written to?\n')
    rmSync(probe)
    const data = join(root, 'postgres')
    return { root, data, run, log: join(data, 'log'), marker: join(root, 'engine.json') }
  } catch (failure) {
    throw diskError(failure, asked)
  }
}
