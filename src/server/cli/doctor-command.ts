import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { explainFailure } from '#server/failure.ts'
import { checkDisk, diagnose } from '#server/ops/doctor.ts'
import type { Finding } from '#server/records/stored-findings.ts'
import { say, withDatabase } from './command-services.ts'
import { readOptions } from './usage.ts'

/** npm run admin -- doctor: checks this server, and says what to do about each fault. Ends with 1 if there is one. */
export async function doctor(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  const findings = await withDatabase(config, (connection) =>
    diagnose(connection, config, registry),
  ).catch((error: unknown) => [
    { about: 'database', words: explainFailure(error, config), fix: fixOf(config) },
    ...diskOf(config),
  ])
  for (const line of findings.flatMap(linesOf)) say(line)
  const count = findings.filter(({ fix }) => fix !== undefined).length
  say(count === 0 ? '\nNothing is wrong.' : `\nWrong: ${count}.`)
  if (count > 0) process.exitCode = 1
}

function diskOf(config: Config): Finding[] {
  try {
    return checkDisk(config)
  } catch {
    // The directory itself may be missing.
    return []
  }
}

function fixOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined
    ? `npm start in the directory of DATA_DIR=${dataDir} says more; its database writes to ${dataDir}/postgres/log`
    : 'pg_isready -d "$DATABASE_URL"; then set DATABASE_URL to the database that runs'
}

function linesOf({ about, words, fix }: Finding): string[] {
  if (fix === undefined) return [`ok     ${about}: ${words}`]
  return [`WRONG  ${about}: ${words}`, `       fix: ${fix}`]
}
