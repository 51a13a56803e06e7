import { join } from 'node:path'
import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { openUpgrade } from '#server/embedded-postgres/upgrade.ts'
import { backupName } from '#server/ops/backup/backup-folder.ts'
import { makeBackup } from '#server/ops/backup/make-backup.ts'
import { restoreBackup } from '#server/ops/backup/restore.ts'
import { programVersion } from '#server/paths.ts'
import { confirm } from './ask.ts'
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
      'DATABASE_URL names a PostgreSQL of your own: upgrade it as its documentation says.',
    )
  const upgrade = openUpgrade(config.dataDir)
  if (!upgrade) return say('The database already uses the newest PostgreSQL of this machine.')
  await confirm(
    `The database moves from PostgreSQL ${upgrade.from} to ${upgrade.to}. This needs disk space for everything twice; the old data stays. No server may run meanwhile.`,
    yes,
  )
  const file = join(config.dataDir, backupName(new Date()))
  // The old one is held to the end, so that no server writes into what is about to be the past.
  await withDatabase(
    config,
    async (connection) => {
      say(`Reading everything with PostgreSQL ${upgrade.from} into ${file}.`)
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
