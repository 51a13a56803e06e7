import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import type { Services } from '#server/services.ts'
import { verifyBackup } from './backup-file.ts'

const MINUTE_MS = 60_000
const RHYTHM = {
  everyMs: MINUTE_MS,
  soonMs: MINUTE_MS,
  deadlineMs: 12 * 60 * MINUTE_MS,
  afterFailureMs: 15 * MINUTE_MS,
}
const MOST_SAID = 2000

/** Creates a backup whenever the newest one in BACKUP_DIR is older than BACKUP_EVERY. */
export function startBackups(
  { background, security }: Pick<Services, 'background' | 'security'>,
  { backup }: Pick<Config, 'backup'>,
  run: (signal: AbortSignal) => Promise<boolean> = makeInProcess,
): void {
  if (!backup) return
  background.schedule('backup', RHYTHM, async (signal) => {
    // A backup dated in the future was created while the clock was wrong, so it does not count.
    const newest = (await backupsIn(backup.dir)).find(({ at }) => !isInFuture(at))
    if (newest && Date.now() - newest.at.getTime() < backup.everyMs) return
    try {
      const isMade = await run(signal)
      if (isMade) security.note('backup_made', { account: null, address: null })
    } catch (error) {
      if (!signal.aborted) security.note('backup_failed', { account: null, address: null })
      throw error
    }
  })
}

/** The exit code of the command if another process is creating a backup. */
export const EXIT_BUSY = 75

/**
 * Runs the command in a process of lower priority, so that requests do not wait for it. Returns false if another
 * process is creating a backup.
 */
async function makeInProcess(signal: AbortSignal): Promise<boolean> {
  // In the sources the command has a folder of its own. In the build it is next to the server.
  const program = process.argv[1]
    ?.replace(/main\.js$/, 'command.js')
    .replace(/main\.ts$/, 'cli/command.ts')
  const words = [...process.execArgv, program ?? '', 'admin', 'backup', '--by-server']
  // A pipe for stdout would break if this server dies, and end the backup before it has cleaned up.
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], signal })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0 && code !== EXIT_BUSY)
    throw new Error(
      `The backup failed: ${said.trim().slice(-MOST_SAID) || `it ended with ${code}`}`,
    )
  return code === 0
}

/** Names sort by their times. A file that is being written has another ending. */
const NAME = /^waymark-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

export function backupName(at: Date): string {
  return `waymark-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
}

/** Lists the backups in a folder, newest first, with the times in their names. */
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

/** The tolerated difference between server clocks. */
const CLOCK_SLACK_MS = 5 * 60_000

function isInFuture(at: Date): boolean {
  return at.getTime() > Date.now() + CLOCK_SLACK_MS
}

/**
 * Deletes all backups except the newest `keep` valid ones. Keeps and does not count damaged backups and those dated in
 * the future, so that they never replace a good one.
 */
export async function deleteOldest(
  folder: string,
  keep: number,
  say: (line: string) => void,
): Promise<void> {
  let whole = 0
  for (const { path, at } of await backupsIn(folder)) {
    if (isInFuture(at)) {
      say(`Ignored ${path}: its date is in the future.`)
      continue
    }
    if (whole >= keep) {
      await rm(path)
      say(`Deleted ${path}: there are ${keep} newer backups.`)
      continue
    }
    try {
      await verifyBackup(path)
      whole += 1
    } catch (error) {
      say(`Ignored ${path}: ${error instanceof Error ? error.message : error}`)
    }
  }
}

const LAST = 'last-backup'

/** Stores the time of the last backup in the database, for the System Status. */
export async function noteLastBackup(connection: Connection, at: string): Promise<void> {
  const client = await connectAlone(connection)
  await client
    .query(
      `insert into marks (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [LAST, JSON.stringify({ at })],
    )
    .finally(() => client.end())
}

export async function lastBackup(
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ at: string } | undefined> {
  const { rows } = await pool.query<{ last: { at: string } }>(
    'select value::json as last from marks where name = $1',
    [LAST],
  )
  return rows[0]?.last
}
