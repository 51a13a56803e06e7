import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { existingMajor, syncDirectory } from './initialise.ts'
import { isOurs, readPostmaster } from './launch.ts'
import { ClusterError, diskError, type Layout, prepareLayout } from './layout.ts'
import { type Connection, openCluster, takeDataLock } from './open.ts'

const LOCK_WAIT_MS = 8_000

/** A possible upgrade of the data to the newest PostgreSQL of this machine. */
interface Upgrade {
  from: number
  /** The full version of the newer one, such as '18.4'. */
  to: string
  /** A directory below DATA_DIR for the new database. */
  beside: string
}

/** Returns the possible upgrade of a data directory; undefined if its PostgreSQL is the newest one here. */
export function openUpgrade(dataDir: string) {
  const layout = prepareLayout(dataDir, 'join')
  const from = existingMajor(layout)
  const newest = findBinaries(layout, undefined)
  if (from === undefined || newest.major <= from) return undefined
  if (existsSync(asideOf(layout, from)))
    throw new ClusterError(
      `${asideOf(layout, from)} is there already, from an earlier upgrade. Move it away.`,
    )
  const upgrade: Upgrade = { from, to: newest.version, beside: join(layout.root, 'upgrade') }
  return {
    ...upgrade,
    /** Makes a new database beside the old one, and stops it when `work` has filled it. */
    async fill(say: (line: string) => void, work: (fresh: Connection) => Promise<unknown>) {
      removeBeside(upgrade)
      const fresh = await openCluster({ dataDir: upgrade.beside, say, mode: 'serve' })
      await work(fresh.connection).finally(() => fresh.stop())
    },
    swap: () => swapIn(dataDir, upgrade),
  }
}

function removeBeside({ beside }: Upgrade): void {
  rmSync(beside, { recursive: true, force: true, maxRetries: 2 })
}

/** Puts the new database in the place of the old one. Both must be stopped. Returns the old one's new path. */
export async function swapIn(dataDir: string, upgrade: Upgrade): Promise<string> {
  const layout = prepareLayout(dataDir, 'join')
  const fresh = prepareLayout(upgrade.beside, 'join')
  let lock = takeDataLock(layout.run)
  // A process of the stopped database, such as its log collector, may hold it for a moment.
  const until = performance.now() + LOCK_WAIT_MS
  while (lock?.taken === false && performance.now() < until) {
    await sleep(100)
    lock = takeDataLock(layout.run)
  }
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
