import { join } from 'node:path'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { openUpgrade } from '#server/database.ts'
import { makeBackup } from '#server/ops/backup/dump.ts'
import { backupName } from '#server/ops/backup/folder.ts'
import { restoreBackup } from '#server/ops/backup/restore.ts'
import { programVersion } from '#server/paths.ts'
import { ask, isInteractive } from './ask.ts'
import { say, withDatabase } from './command-services.ts'
import { CommandError, readOptions } from './usage.ts'

/**
 * npm run admin -- upgrade-database: moves the embedded database to the newest PostgreSQL of this machine, by a backup
 * with the old one and a restore with the new. The old data stays beside it.
 */
export async function upgradeDatabase(args: string[], config: Config): Promise<void> {
  const { yes } = readOptions(args, { yes: { type: 'boolean', default: false } })
  if (config.databaseUrl)
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL of your own: upgrade it as its makers say.',
    )
  const upgrade = openUpgrade(config.dataDir)
  if (!upgrade) return say('The database is of the newest PostgreSQL that this machine has.')
  if (!yes) await confirm(upgrade.from, upgrade.to)
  const file = join(config.dataDir, backupName(new Date()))
  // The old one is held to the end, so that no server writes into what is about to be the past.
  await withDatabase(
    config,
    async (connection) => {
      say(`Reading everything with PostgreSQL ${upgrade.from} into ${file}.`)
      await makeBackup(file, { connection, version: programVersion(), connections: 2 })
      say(`Writing it with PostgreSQL ${upgrade.to}.`)
      await upgrade.fill(say, (fresh) => restoreBackup(file, { connection: fresh, registry, say }))
    },
    'serve',
  )
  const aside = await upgrade.swap()
  say(
    `The database is of PostgreSQL ${upgrade.to} now. Everybody signs in anew. When you have seen that all is well, delete ${aside} and ${file}.`,
  )
}

async function confirm(from: number, to: string): Promise<void> {
  const what = `The database moves from PostgreSQL ${from} to ${to}. It needs room for everything twice; the old data stays. No server may run meanwhile.`
  if (!isInteractive()) throw new CommandError(`${what} Add --yes to do it without a question.`)
  const answer = await ask(`${what} Go on? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}
