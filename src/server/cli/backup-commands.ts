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
  command(
    'admin backup',
    '[<file>]',
    'Back up all data into a file, or into BACKUP_DIR. A server may run.',
    { 'by-server': flag('used by the server, which writes the security log itself') },
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
          say(`${path}: ${contentsOf(manifest)}, ${size}. Verified.`)
          await noteLastBackup(connection, manifest.madeAt).catch(({ message }: Error) =>
            say(`Warning: System Status cannot show this backup: ${message}`),
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
        say('Another process is creating a backup. Try again later.')
        process.exitCode = EXIT_BUSY
      }),
  ),

  command(
    'admin verify',
    '<file>',
    'Check that a backup is complete and unmodified.',
    {},
    async (_given, _config, file) => {
      await verified(file)
    },
  ),

  command(
    'admin restore',
    '<file> [--yes]',
    "Replace the database's content by a backup. Stop all servers first.",
    { yes: flag('do not ask for confirmation') },
    async ({ yes }, config, file) => {
      const path = await verified(file)
      const began = Date.now()
      const replace = async (connection: Connection) => {
        const { records, servers } = await contentOf(connection)
        if (servers > 0)
          throw new CommandError(
            `A server uses this database (${servers} connections). Stop all servers first.`,
          )
        if (records > 0)
          await confirm(
            `This database has ${number(records)} records. A restore deletes them permanently. Consider a backup first.`,
            yes,
          )
        const rows = rowsOf(await restoreBackup(path, connection, registry))
        await noteInLog(config, connection, 'restored', rows)
        say(
          `Restored ${number(rows)} rows in ${secondsSince(began)} s. All users must sign in again.`,
        )
      }
      await withDatabase(config, replace, 'serve')
    },
  ),

  command(
    'admin upgrade-database',
    '[--yes]',
    'Move the embedded database to the newest installed PostgreSQL. Stop all servers first.',
    { yes: flag('do not ask for confirmation') },
    async ({ yes }, config) => {
      if (config.databaseUrl)
        throw new CommandError(
          'This command upgrades only the embedded database. To upgrade the one at DATABASE_URL, see the documentation of PostgreSQL.',
        )
      const upgrade = openUpgrade(config.dataDir)
      if (!upgrade) return say('The database already uses the newest installed PostgreSQL.')
      const { from, to } = upgrade
      await confirm(
        `This moves the database from PostgreSQL ${from} to ${to}. It needs disk space for two copies of the data, and keeps the old data. Stop all servers first.`,
        yes,
      )
      const file = join(config.dataDir, backupName(new Date()))
      const move = async (connection: Connection) => {
        say(`Backing up the data of PostgreSQL ${from} to ${file}.`)
        await makeBackup(file, connection)
        say(`Restoring it into PostgreSQL ${to}.`)
        await upgrade.fill(say, (fresh) => restoreBackup(file, fresh, registry))
      }
      // The old database stays held to the end, so that no server writes into it.
      await withDatabase(config, move, 'serve')
      const aside = await upgrade.swap()
      say(
        `The database now uses PostgreSQL ${to}. All users must sign in again. When everything works, delete ${aside} and ${file}.`,
      )
    },
  ),
]

/** Verifies a backup and returns its absolute path. Throws UsageError and BackupError. */
async function verified(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Name a file.')
  const manifest = await verifyBackup(resolve(file))
  const { madeAt, version, migrations } = manifest
  say(
    `${file} is valid. Created ${madeAt} by version ${version}, schema ${migrations.at(-1)?.id}: ${contentsOf(manifest)}.`,
  )
  return resolve(file)
}

const contentsOf = (manifest: Manifest) =>
  `${number(rowsOf(manifest))} rows of ${manifest.tables.length} tables, PostgreSQL ${manifest.postgresql}`
const number = (value: number) => value.toLocaleString('en')
