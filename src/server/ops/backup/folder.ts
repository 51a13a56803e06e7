import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readBackup } from './file-reader.ts'

/** Names in the order of their times; what is still written has another end. */
const NAME = /^waymark-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

export function backupName(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `waymark-${day}T${time.slice(0, 8).replaceAll(':', '-')}Z.tar.gz`
}

/** The backups in a folder, the newest first, with the times in their names. */
export async function backupsIn(folder: string): Promise<{ path: string; at: Date }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
      if (!day) return []
      return { path: join(folder, name), at: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** Clocks of several servers differ by this much at most. */
const CLOCK_SLACK_MS = 5 * 60_000

export function isInFuture(at: Date): boolean {
  return at.getTime() > Date.now() + CLOCK_SLACK_MS
}

/**
 * Deletes what is older than the newest `keep` that are whole. Each is read through before it counts; one that is
 * damaged counts for nothing, stays, and is told of. So a failure never takes a good one away.
 */
export async function deleteOldest(
  folder: string,
  keep: number,
  say: (line: string) => void,
): Promise<void> {
  let whole = 0
  for (const { path, at } of await backupsIn(folder)) {
    if (isInFuture(at)) {
      say(`${path} does not count: its date is in the future.`)
      continue
    }
    if (whole >= keep) {
      await rm(path)
      say(`Deleted ${path}: ${keep} newer ones are whole.`)
      continue
    }
    try {
      await readBackup(path)
      whole += 1
    } catch (error) {
      say(`${path} does not count: ${error instanceof Error ? error.message : error}`)
    }
  }
}
