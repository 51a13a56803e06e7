import { join, resolve } from 'node:path'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { whileHolding } from '#server/db/locks.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
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
import { confirm } from './ask.ts'
import { noteInLog, say, withDatabase } from './command-services.ts'
import { CommandError, readOptions, UsageError } from './usage.ts'

/**
 * npm run admin -- backup [FILE]: writes everything that is stored into one file, also while a server runs.
 * Without FILE it adds one to BACKUP_DIR and deletes the oldest, as the server does by itself.
 */
export async function backup(args: string[], config: Config): Promise<void> {
  // The server that starts this writes the security log itself.
  const { file, options } = withFile(args, { 'by-server': { type: 'boolean', default: false } })
  const note = options['by-server'] ? async () => undefined : noteInLog
  await withDatabase(config, async (connection) => {
    const make = async (path: string) => {
      const began = Date.now()
      try {
        const made = await makeBackup(path, { connection, version: programVersion() })
        const rows = rowsOf(made.manifest)
        await noteLast(connection, { at: made.manifest.madeAt, bytes: made.bytes, rows })
        await note(config, connection, 'backup_made', rows)
        say(
          `${path}: ${contentsOf(made.manifest)}, ${(made.bytes / 1024 / 1024).toFixed(1)} MB, in ${since(began)} s, read again and whole.`,
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

/** npm run admin -- verify FILE: checks that a backup is complete and unmodified. It needs no database. */
export async function verify(args: string[]): Promise<void> {
  const { file } = withFile(args, {})
  await verified(file)
}

/** npm run admin -- restore FILE: replaces the database's content by the backup. No server may use it meanwhile. */
export async function restore(args: string[], config: Config): Promise<void> {
  const { file, options } = withFile(args, { yes: { type: 'boolean', default: false } })
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
          `This database holds ${number(records)} records. A restore deletes all of them for good: nothing is merged. Consider a backup of it first.`,
          options.yes,
        )
      const rows = rowsOf(await restoreBackup(path, { connection, registry }))
      await noteInLog(config, connection, 'restored', rows)
      say(`Restored ${number(rows)} rows in ${since(began)} s. All users have to sign in again.`)
    },
    'serve',
  )
}

async function verified(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Name a file.')
  const manifest = await verifyBackup(resolve(file))
  const { madeAt, version, migrations } = manifest
  say(
    `${file} is whole. Made ${madeAt} by version ${version}, schema ${migrations.at(-1)?.id}: ${contentsOf(manifest)}.`,
  )
  return resolve(file)
}

/** The file before the options, where one is given. */
function withFile<T extends Parameters<typeof readOptions>[1]>(args: string[], options: T) {
  const [first] = args
  const file = first === undefined || first.startsWith('-') ? undefined : first
  return { file, options: readOptions<T>(file === undefined ? args : args.slice(1), options) }
}

function contentsOf(manifest: Manifest): string {
  return `${number(rowsOf(manifest))} rows of ${manifest.tables.length} tables, PostgreSQL ${manifest.postgresql}`
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function since(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1)
}
