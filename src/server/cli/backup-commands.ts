import { join, resolve } from 'node:path'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { whileHolding } from '#server/db/locks.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { openUpgrade } from '#server/embedded-postgres/upgrade.ts'
import { type Manifest, verifyBackup } from '#server/ops/backup/backup-file.ts'
import {
  backupName,
  deleteOldest,
  EXIT_BUSY,
  noteLastBackup,
} from '#server/ops/backup/backup-folder.ts'
import { makeBackup } from '#server/ops/backup/make-backup.ts'
import { contentOf, restoreBackup } from '#server/ops/backup/restore.ts'
import { programVersion } from '#server/paths.ts'
import {
  CommandError,
  confirm,
  firstWord,
  readOptions,
  say,
  secondsSince,
  UsageError,
} from './command-line.ts'
import { noteInLog, withDatabase } from './command-services.ts'

/**
 * Writes all stored data into one file, also while a server runs. Without a file it adds one to BACKUP_DIR and deletes
 * the oldest. The server starts the command with --by-server, and writes the security log itself.
 */
export async function backup(args: string[], config: Config): Promise<void> {
  const [file, rest] = firstWord(args)
  const { 'by-server': byServer } = readOptions(rest, { 'by-server': { type: 'boolean' } })
  const note = byServer ? async () => undefined : noteInLog
  await withDatabase(config, async (connection) => {
    const make = async (path: string) => {
      const began = Date.now()
      try {
        const { manifest, bytes } = await makeBackup(path, {
          connection,
          version: programVersion(),
        })
        const rows = rowsOf(manifest)
        await noteLast(connection, { at: manifest.madeAt, bytes, rows })
        await note(config, connection, 'backup_made', rows)
        const megabytes = (bytes / 1024 / 1024).toFixed(1)
        say(
          `${path}: ${contentsOf(manifest)}, ${megabytes} MB, in ${secondsSince(began)} s, read again and whole.`,
        )
      } catch (error) {
        await note(config, connection, 'backup_failed')
        throw error
      }
    }
    if (file !== undefined) return make(resolve(file))
    const { backup: due } = config
    if (!due) throw new UsageError('Name a file, or set BACKUP_DIR.')
    const isDone = await whileHolding(connection, 'backup', 'try', async () => {
      await make(join(due.dir, backupName(new Date())))
      await deleteOldest(due.dir, due.keep, say)
      return true
    })
    if (isDone) return
    say('Another process is making a backup now.')
    process.exitCode = EXIT_BUSY
  })
}

async function noteLast(connection: Connection, last: Parameters<typeof noteLastBackup>[1]) {
  const client = await connectAlone(connection)
  await noteLastBackup(client, last).finally(() => client.end())
}

/** Checks that a backup is complete and unmodified, without a database. Returns its absolute path. */
async function verified(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Name a file.')
  const manifest = await verifyBackup(resolve(file))
  const { madeAt, version, migrations } = manifest
  say(
    `${file} is whole. Made ${madeAt} by version ${version}, schema ${migrations.at(-1)?.id}: ${contentsOf(manifest)}.`,
  )
  return resolve(file)
}

export async function verify(args: string[]): Promise<void> {
  const [file, rest] = firstWord(args)
  readOptions(rest, {})
  await verified(file)
}

/** Replaces the database's content by a backup. No server may run. Asks first if there are records. */
export async function restore(args: string[], config: Config): Promise<void> {
  const [file, rest] = firstWord(args)
  const { yes } = readOptions(rest, { yes: { type: 'boolean' } })
  const path = await verified(file)
  const began = Date.now()
  await withDatabase(
    config,
    async (connection) => {
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
      const rows = rowsOf(await restoreBackup(path, { connection, registry }))
      await noteInLog(config, connection, 'restored', rows)
      say(
        `Restored ${number(rows)} rows in ${secondsSince(began)} s. All users have to sign in again.`,
      )
    },
    'serve',
  )
}

/**
 * Moves the embedded database to the newest installed PostgreSQL, by a backup from the old one and a restore into
 * the new one. The old data stays. Asks first.
 */
export async function upgradeDatabase(args: string[], config: Config): Promise<void> {
  const { yes } = readOptions(args, { yes: { type: 'boolean' } })
  if (config.databaseUrl)
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL of your own: upgrade it as its documentation says.',
    )
  const upgrade = openUpgrade(config.dataDir)
  if (!upgrade) return say('The database already uses the newest PostgreSQL of this machine.')
  await confirm(
    `The database moves from PostgreSQL ${upgrade.from} to ${upgrade.to}. This needs disk space for two copies of the data; the old data stays. Stop all servers first.`,
    yes,
  )
  const file = join(config.dataDir, backupName(new Date()))
  // The old database stays held to the end, so that no server writes into it.
  await withDatabase(
    config,
    async (connection) => {
      say(`Reading all data with PostgreSQL ${upgrade.from} into ${file}.`)
      await makeBackup(file, { connection, version: programVersion() })
      say(`Writing it with PostgreSQL ${upgrade.to}.`)
      await upgrade.fill(say, (fresh) => restoreBackup(file, { connection: fresh, registry }))
    },
    'serve',
  )
  const aside = await upgrade.swap()
  say(
    `The database uses PostgreSQL ${upgrade.to} now. All users have to sign in again. When everything works, delete ${aside} and ${file}.`,
  )
}

function contentsOf(manifest: Manifest): string {
  const { tables, postgresql } = manifest
  return `${number(rowsOf(manifest))} rows of ${tables.length} tables, PostgreSQL ${postgresql}`
}

const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

const number = (value: number) => value.toLocaleString('en')
