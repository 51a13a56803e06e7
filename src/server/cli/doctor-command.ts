import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { explainFailure } from '#server/failure.ts'
import { diagnose } from '#server/ops/doctor/diagnose.ts'
import { type Finding, wrong } from '#server/ops/doctor/doctor-finding.ts'
import { judgePlace } from '#server/ops/doctor/place.ts'
import { say, withDatabase } from './command-services.ts'
import { readOptions } from './usage.ts'

/** npm run admin -- doctor: what is wrong with this server, and what to do about it. Ends with 1 where something is. */
export async function doctor(args: string[], config: Config): Promise<void> {
  readOptions(args, {})
  const findings = await withDatabase(config, (connection) =>
    diagnose(connection, config, registry),
  ).catch((error: unknown) => [
    wrong('connection', explainFailure(error, config), mendOf(config)),
    ...placeOf(config),
  ])
  for (const line of findings.flatMap(linesOf)) say(line)
  const count = findings.filter(({ mend }) => mend !== undefined).length
  say(count === 0 ? '\nNothing is wrong.' : `\nWrong: ${count}.`)
  if (count > 0) process.exitCode = 1
}

function placeOf(config: Config): Finding[] {
  try {
    return judgePlace(config)
  } catch {
    // That directory may be what is wrong.
    return []
  }
}

function mendOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined
    ? `npm start in the directory of DATA_DIR=${dataDir} says more; its database writes to ${dataDir}/postgres/log`
    : 'pg_isready -d "$DATABASE_URL"; then set DATABASE_URL to the database that runs'
}

function linesOf({ about, words, mend }: Finding): string[] {
  if (mend === undefined) return [`well   ${about}: ${words}`]
  return [`WRONG  ${about}: ${words}`, `       mend: ${mend}`]
}
