import { join, resolve } from 'node:path'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { whileHolding } from '#server/db/holding.ts'
import type { Connection } from '#server/db/pool.ts'
import { type MadeBackup, makeBackup } from '#server/ops/backup/dump.ts'
import { readBackup } from '#server/ops/backup/file-reader.ts'
import { backupName, deleteOldest } from '#server/ops/backup/folder.ts'
import { noteBackup } from '#server/ops/backup/kept-backups.ts'
import type { Manifest } from '#server/ops/backup/manifest.ts'
import { contentOf, restoreBackup } from '#server/ops/backup/restore.ts'
import { programVersion } from '#server/paths.ts'
import { ask, isInteractive } from './ask.ts'
import { noteInLog, say, withDatabase } from './command-services.ts'
import { CommandError, readOptions, UsageError } from './usage.ts'

type Note = (event: 'backup_made' | 'backup_failed', count?: number) => Promise<void>

/**
 * npm run admin -- backup [FILE]: everything that is stored, as it is now, in one file. A server may run meanwhile.
 * Without FILE it does what the server does by itself: one more in BACKUP_DIR, and the oldest are deleted.
 */
export async function backup(args: string[], config: Config): Promise<void> {
  const { file, options } = withFile(args, {
    connections: { type: 'string', default: '2' },
    // The server that started it tells of it by itself.
    'by-server': { type: 'boolean', default: false },
  })
  if (!/^[1-8]$/.test(options.connections))
    throw new UsageError('--connections must be from 1 to 8.')
  const connections = Number(options.connections)
  await withDatabase(config, async (connection) => {
    const note: Note = async (event, count) => {
      if (!options['by-server']) await noteInLog(config, connection, event, count)
    }
    if (file !== undefined) {
      await makeOne(resolve(file), connection, connections, note)
      return
    }
    const { backup: due } = config
    if (!due) throw new UsageError('Say which file, or set BACKUP_DIR.')
    const isDone = await whileHolding(connection, 'backup', 'try', async () => {
      await makeOne(join(due.dir, backupName(new Date())), connection, connections, note)
      await deleteOldest(due.dir, due.keep, say)
      return true
    })
    if (!isDone) say('Another process makes one now.')
  })
}

async function makeOne(
  path: string,
  connection: Connection,
  connections: number,
  note: Note,
): Promise<void> {
  const began = Date.now()
  const options = { connection, version: programVersion(), connections }
  const made = await makeBackup(path, options).catch(async (error: unknown) => {
    await note('backup_failed')
    throw error
  })
  const { bytes, manifest } = made
  await noteBackup(connection, { at: manifest.madeAt, bytes, rows: rowsOf(manifest) })
  await note('backup_made', rowsOf(manifest))
  say(`${path}: ${wordsFor(made)}, in ${since(began)} s, read again and whole.`)
}

/** npm run admin -- verify FILE: whether a backup is whole and unchanged. No database is needed. */
export async function verify(args: string[]): Promise<void> {
  const { file } = withFile(args, {})
  if (file === undefined) throw new UsageError('Say which file.')
  say(`${file} is whole. ${describe(await readBackup(resolve(file)))}`)
}

/** npm run admin -- restore FILE: makes the database what the file says. Nothing else may work on it meanwhile. */
export async function restore(args: string[], config: Config): Promise<void> {
  const { file, options } = withFile(args, { yes: { type: 'boolean', default: false } })
  if (file === undefined) throw new UsageError('Say which file.')
  const path = resolve(file)
  say(`${file} is whole. ${describe(await readBackup(path))}`)
  const began = Date.now()
  await withDatabase(
    config,
    async (connection) => {
      await mayReplace(connection, options.yes)
      const manifest = await restoreBackup(path, { connection, registry, say })
      await noteInLog(config, connection, 'restored', rowsOf(manifest))
      say(
        `Restored ${number(rowsOf(manifest))} rows in ${since(began)} s. Everybody signs in anew.`,
      )
    },
    'serve',
  )
}

/** What is there goes only when somebody says so, and never while a server works on it. */
async function mayReplace(connection: Connection, isYes: boolean): Promise<void> {
  const { records, servers } = await contentOf(connection)
  if (servers > 0)
    throw new CommandError(
      `A server works on this database (${servers} connections). Stop all of them first.`,
    )
  if (records === 0 || isYes) return
  const what = `This database holds ${number(records)} records. A restore deletes all of them for good: nothing is merged.`
  if (!isInteractive())
    throw new CommandError(
      `${what} Add --yes to do it without a question, or make a backup of it first.`,
    )
  const answer = await ask(`${what} Go on? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}

/** The file before the options, where one is given. */
function withFile<T extends Parameters<typeof readOptions>[1]>(args: string[], options: T) {
  const [first] = args
  const file = first === undefined || first.startsWith('-') ? undefined : first
  return { file, options: readOptions<T>(file === undefined ? args : args.slice(1), options) }
}

function wordsFor({ bytes, manifest }: MadeBackup): string {
  const { tables, postgresql } = manifest
  return `${number(rowsOf(manifest))} rows of ${tables.length} tables, ${megabytes(bytes)} MB, PostgreSQL ${postgresql}`
}

function describe(manifest: Manifest): string {
  const { madeAt, version, postgresql, migrations, tables } = manifest
  return `Made ${madeAt} by version ${version} on PostgreSQL ${postgresql}, schema ${migrations.at(-1)?.id}: ${number(rowsOf(manifest))} rows of ${tables.length} tables.`
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

function since(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1)
}
