import { join, resolve } from 'node:path'
import type { SecurityEventName } from '#contract/security-log.ts'
import { registry } from '#resources/index.ts'
import { inBackupLock } from '#server/db/locks.ts'
import type { Connection } from '#server/db/pool.ts'
import { openUpgrade } from '#server/embedded-postgres/open.ts'
import { contentOf, makeBackup, restoreBackup, rowsOf } from '#server/ops/backup/backup-data.ts'
import { type Manifest, verifyBackup } from '#server/ops/backup/backup-file.ts'
import {
  backupName,
  deleteOldest,
  EXIT_BUSY,
  noteLastBackup,
} from '#server/ops/backup/backup-schedule.ts'
import {
  CommandError,
  command,
  confirm,
  flag,
  noteInLog,
  say,
  secondsSince,
  UsageError,
  withDatabase,
} from './command-line.ts'

export const backupCommands = [
  /**
   * Writes all stored data into one file, also while a server runs. Without a file it adds one to BACKUP_DIR and
   * deletes the oldest. The server starts the command with --by-server, and writes the security log itself.
   */
  command(
    'admin backup',
    '[<file>]',
    { 'by-server': flag },
    ({ 'by-server': byServer }, config, file) =>
      withDatabase(config, async (connection) => {
        const note = async (event: SecurityEventName, rows?: number) => {
          if (!byServer) await noteInLog(config, connection, event, rows)
        }
        const make = async (path: string) => {
          const began = Date.now()
          const { manifest, bytes } = await makeBackup(path, connection).catch(async (error) => {
            await note('backup_failed')
            throw error
          })
          const size = `${(bytes / 1024 / 1024).toFixed(1)} MB, in ${secondsSince(began)} s`
          say(`${path}: ${contentsOf(manifest)}, ${size}, read again and whole.`)
          await noteLastBackup(connection, manifest.madeAt).catch(({ message }: Error) =>
            say(`System Status cannot show this backup: ${message}`),
          )
          await note('backup_made', rowsOf(manifest))
        }
        if (file !== undefined) return make(resolve(file))
        const { backup: due } = config
        if (!due) throw new UsageError('Name a file, or set BACKUP_DIR.')
        const isDone = await inBackupLock(connection, async () => {
          await make(join(due.dir, backupName(new Date())))
          await deleteOldest(due.dir, due.keep, say)
          return true
        })
        if (isDone) return
        say('Another process is making a backup now.')
        process.exitCode = EXIT_BUSY
      }),
  ),

  /** Checks that a backup is complete and unmodified, without a database. */
  command('admin verify', '<file>', {}, async (_given, _config, file) => {
    await verified(file)
  }),

  /** Replaces the database's content by a backup. No server may run. Asks first if there are records. */
  command('admin restore', '<file> [--yes]', { yes: flag }, async ({ yes }, config, file) => {
    const path = await verified(file)
    const began = Date.now()
    const replace = async (connection: Connection) => {
      const { records, servers } = await contentOf(connection)
      if (servers > 0)
        throw new CommandError(
          `A server works on this database (${servers} connections). Stop all servers first.`,
        )
      if (records > 0)
        await confirm(
          `This database holds ${number(records)} records. A restore deletes them permanently and merges nothing. Consider a backup first.`,
          yes,
        )
      const rows = rowsOf(await restoreBackup(path, connection, registry))
      await noteInLog(config, connection, 'restored', rows)
      say(
        `Restored ${number(rows)} rows in ${secondsSince(began)} s. All users have to sign in again.`,
      )
    }
    await withDatabase(config, replace, 'serve')
  }),

  /**
   * Moves the embedded database to the newest installed PostgreSQL, by a backup from the old one and a restore into
   * the new one. The old data stays. Asks first.
   */
  command('admin upgrade-database', '[--yes]', { yes: flag }, async ({ yes }, config) => {
    if (config.databaseUrl)
      throw new CommandError(
        'DATABASE_URL names a PostgreSQL of your own: upgrade it as its documentation says.',
      )
    const upgrade = openUpgrade(config.dataDir)
    if (!upgrade) return say('The database already uses the newest PostgreSQL of this machine.')
    const { from, to } = upgrade
    await confirm(
      `The database moves from PostgreSQL ${from} to ${to}. This needs disk space for two copies of the data; the old data stays. Stop all servers first.`,
      yes,
    )
    const file = join(config.dataDir, backupName(new Date()))
    const move = async (connection: Connection) => {
      say(`Reading all data with PostgreSQL ${from} into ${file}.`)
      await makeBackup(file, connection)
      say(`Writing it with PostgreSQL ${to}.`)
      await upgrade.fill(say, (fresh) => restoreBackup(file, fresh, registry))
    }
    // The old database stays held to the end, so that no server writes into it.
    await withDatabase(config, move, 'serve')
    const aside = await upgrade.swap()
    say(
      `The database uses PostgreSQL ${to} now. All users have to sign in again. When everything works, delete ${aside} and ${file}.`,
    )
  }),
]

/** Returns the absolute path of a backup that is whole. Throws UsageError and BackupError. */
async function verified(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Name a file.')
  const manifest = await verifyBackup(resolve(file))
  const { madeAt, version, migrations } = manifest
  say(
    `${file} is whole. Made ${madeAt} by version ${version}, schema ${migrations.at(-1)?.id}: ${contentsOf(manifest)}.`,
  )
  return resolve(file)
}

const contentsOf = (manifest: Manifest) =>
  `${number(rowsOf(manifest))} rows of ${manifest.tables.length} tables, PostgreSQL ${manifest.postgresql}`
const number = (value: number) => value.toLocaleString('en')
