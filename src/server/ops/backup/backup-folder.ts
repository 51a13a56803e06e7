import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { verifyBackup } from './backup-file.ts'

/** The exit code of the command while another process makes a backup: none was made. */
export const EXIT_BUSY = 75

/** Names sort by their times. A file that is being written has another ending. */
const NAME = /^waymark-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

export function backupName(at: Date): string {
  return `waymark-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
}

/** Lists the backups in a folder, the newest first, with the times in their names. */
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
 * Deletes all backups but the newest `keep` that are whole. A damaged one, or one dated in the future, is not counted
 * and stays, so that it never pushes out a good one.
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
      await verifyBackup(path)
      whole += 1
    } catch (error) {
      say(`${path} does not count: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** The last backup that was made, by whichever process. */
export interface LastBackup {
  at: string
  bytes: number
  rows: number
}

const MARK = 'last-backup'

/** Stores it in the database, where all servers find it for their System Status. */
export async function noteLastBackup(client: Pick<pg.Client, 'query'>, last: LastBackup) {
  await client.query(
    `insert into marks (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [MARK, JSON.stringify(last)],
  )
}

export async function lastBackup(pool: Pick<pg.Pool, 'query'>): Promise<LastBackup | undefined> {
  const { rows } = await pool.query<{ value: string }>('select value from marks where name = $1', [
    MARK,
  ])
  return rows[0] ? (JSON.parse(rows[0].value) as LastBackup) : undefined
}
