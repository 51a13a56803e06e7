import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { ClusterError, diskError } from './cluster-error.ts'
import { takeDataLock } from './data-lock.ts'
import { existingMajor, syncDirectory } from './initialise.ts'
import { type Layout, prepareLayout } from './layout.ts'
import { isOurs, readPostmaster } from './postmaster.ts'

/** A way from the PostgreSQL that made the data to the newest one of this machine. */
export interface Upgrade {
  from: number
  /** The newer one, in full: '18.4'. */
  to: string
  /** A data directory of its own, below DATA_DIR, in which the new database is made. */
  beside: string
}

/** The upgrade that a data directory can have; undefined where its PostgreSQL is the newest one here. */
export function upgradeFor(dataDir: string): Upgrade | undefined {
  const layout = prepareLayout(dataDir, 'join')
  const from = existingMajor(layout)
  const newest = findBinaries(layout, undefined)
  if (from === undefined || newest.major <= from) return undefined
  if (existsSync(asideOf(layout, from)))
    throw new ClusterError(
      `${asideOf(layout, from)} is there already, from an earlier upgrade. Move it away.`,
    )
  return { from, to: newest.version, beside: join(layout.root, 'upgrade') }
}

/** Takes what an upgrade that was cut off has left. */
export function removeBeside({ beside }: Upgrade): void {
  rmSync(beside, { recursive: true, force: true, maxRetries: 2 })
}

/**
 * Puts the new database in the place of the old one, which stays beside it. Both have to be stopped. Gives where the
 * old one is.
 */
export function swapIn(dataDir: string, upgrade: Upgrade): string {
  const layout = prepareLayout(dataDir, 'join')
  const fresh = prepareLayout(upgrade.beside, 'join')
  const lock = takeDataLock(layout.run)
  if (lock?.taken === false)
    throw new ClusterError('A server was started on the data meanwhile. Stop it and start again.')
  try {
    const found = [layout, fresh].find((one) => {
      const pid = readPostmaster(one)?.pid
      return pid !== undefined && isOurs(one, pid)
    })
    if (found)
      throw new ClusterError(`The database in ${found.root} still runs. Stop it and start again.`)
    const aside = asideOf(layout, upgrade.from)
    renameSync(layout.data, aside)
    renameSync(fresh.data, layout.data)
    renameSync(fresh.marker, layout.marker)
    syncDirectory(layout.root)
    removeBeside(upgrade)
    return aside
  } catch (failure) {
    throw failure instanceof ClusterError ? failure : diskError(failure, layout.root)
  } finally {
    lock?.release()
  }
}

function asideOf({ root }: Layout, major: number): string {
  return join(root, `postgres-${major}`)
}
