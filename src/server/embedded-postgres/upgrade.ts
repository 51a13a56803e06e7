import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { existingMajor, syncDirectory } from './initialise.ts'
import { isOurs, readPostmaster } from './launch.ts'
import { ClusterError, diskError, prepareLayout } from './layout.ts'
import { type Connection, openCluster, takeDataLock } from './open.ts'

const LOCK_WAIT_MS = 8_000

/** Returns the possible upgrade of a data directory; undefined if its PostgreSQL is the newest one here. */
export function openUpgrade(dataDir: string) {
  const layout = prepareLayout(dataDir, 'join')
  const from = existingMajor(layout)
  const { major, version: to } = findBinaries(layout, undefined)
  if (from === undefined || major <= from) return undefined
  const aside = join(layout.root, `postgres-${from}`)
  if (existsSync(aside))
    throw new ClusterError(`${aside} is there already, from an earlier upgrade. Move it away.`)
  const beside = join(layout.root, 'upgrade')
  return {
    from,
    to,
    /** Makes a new database beside the old one, and stops it when `work` has filled it. */
    async fill(say: (line: string) => void, work: (fresh: Connection) => Promise<unknown>) {
      rmSync(beside, { recursive: true, force: true, maxRetries: 2 })
      const fresh = await openCluster({ dataDir: beside, say, mode: 'serve' })
      await work(fresh.connection).finally(() => fresh.stop())
    },
    /** Returns the new path of the old database. */
    swap: () => swapIn(dataDir, beside, aside).then(() => aside),
  }
}

/** Moves the database of `dataDir` to `aside`, and that of `beside` into its place. Both must be stopped. */
export async function swapIn(dataDir: string, beside: string, aside: string): Promise<void> {
  const layout = prepareLayout(dataDir, 'join')
  const fresh = prepareLayout(beside, 'join')
  const until = performance.now() + LOCK_WAIT_MS
  let lock = takeDataLock(layout.run)
  // A process of the stopped database, such as its log collector, may hold it for a moment.
  while (lock?.taken === false && performance.now() < until) {
    await sleep(100)
    lock = takeDataLock(layout.run)
  }
  if (lock?.taken === false)
    throw new ClusterError('A server was started on the data meanwhile. Stop it and start again.')
  try {
    for (const one of [layout, fresh]) {
      const pid = readPostmaster(one)?.pid
      if (pid !== undefined && isOurs(one, pid))
        throw new ClusterError(`The database in ${one.root} still runs. Stop it and start again.`)
    }
    renameSync(layout.data, aside)
    renameSync(fresh.data, layout.data)
    renameSync(fresh.marker, layout.marker)
    syncDirectory(layout.root)
    rmSync(beside, { recursive: true, force: true, maxRetries: 2 })
  } catch (failure) {
    throw failure instanceof ClusterError ? failure : diskError(failure, layout.root)
  } finally {
    lock?.release()
  }
}
