import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/pool.ts'
import { logVerifier } from '#server/paths.ts'
import { say, withDatabase } from './command-services.ts'
import { readOptions } from './usage.ts'

/**
 * npm run admin -- verify-log: whether the security log is as it was sealed, by a program that shares nothing with
 * the server. Ends with 1 when it is not.
 */
export async function verifyLog(args: string[], config: Config): Promise<void> {
  const { head } = readOptions(args, { head: { type: 'string' } })
  await withDatabase(config, async (connection) => {
    const given = head === undefined ? [] : ['--head', head]
    const verifier = spawn(process.execPath, [logVerifier(), ...given], {
      env: { ...process.env, ...environmentOf(connection) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    verifier.stdout.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    const [code] = await once(verifier, 'close')
    for (const line of told.trimEnd().split('\n')) say(line)
    if (code !== 0) process.exitCode = 1
  })
}

/** Where the driver connects to by itself. */
function environmentOf(connection: Connection): Record<string, string> {
  if ('connectionString' in connection) return { DATABASE_URL: connection.connectionString }
  const { host, port, user, database } = connection
  return { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
}
