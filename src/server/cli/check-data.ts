import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { connectAlone } from '#server/db/pool.ts'
import { findStoredFaults, type StoredFinding } from '#server/records/stored-findings.ts'
import { say, withDatabase } from './command-services.ts'
import { readOptions, UsageError } from './usage.ts'

/**
 * npm run check -- data [--against DATABASE_URL]: lists what these declarations would refuse of the records of a
 * database, which is only read. Ends with 1 if there is something.
 */
export async function checkData(args: string[], config: Config): Promise<void> {
  const { against } = readOptions(args, { against: { type: 'string' } })
  if (against !== undefined && !/^postgres(ql)?:\/\//.test(against))
    throw new UsageError('--against takes a database URL: postgres://…')
  const findings = await withDatabase(
    against === undefined ? config : { ...config, databaseUrl: against },
    async (connection) => {
      const client = await connectAlone(connection)
      try {
        return await findStoredFaults(client, registry)
      } finally {
        await client.end()
      }
    },
  )
  for (const finding of findings) for (const line of linesOf(finding)) say(line)
  const refused = findings.length
  say(
    refused === 0
      ? 'All stored records match their declarations.'
      : `${refused} findings violate the declarations. See docs/changing-a-resource.md`,
  )
  if (refused > 0) process.exitCode = 1
}

function linesOf({ about, words, fix, resource, field, records, link }: StoredFinding): string[] {
  const names = records.map(({ id, name }) => `${id}  ${name}`)
  return [
    `${about}: ${words}`,
    `  Field     ${resource}: ${field}`,
    `  Records   ${names.join('\n            ')}`,
    `  List      ${link}`,
    `  To do     ${fix}`,
    '',
  ]
}
