import { registry } from '#resources/index.ts'
import type { Config } from '#server/config.ts'
import { connectAlone } from '#server/db/pool.ts'
import type { Finding } from '#server/records/finding.ts'
import { cureOf, isRefused, whatOf } from '#server/records/finding-words.ts'
import { lookAtStored } from '#server/records/look-for-findings.ts'
import { say, withDatabase } from './command-services.ts'
import { readOptions, UsageError } from './usage.ts'

/**
 * npm run check -- data [--against DATABASE_URL]: what these declarations would refuse of the records of a
 * database, which is only read. Ends with 1 when there is something.
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
        return await lookAtStored(client, registry)
      } finally {
        await client.end()
      }
    },
  )
  for (const finding of findings) for (const line of linesOf(finding)) say(line)
  const refused = findings.filter(isRefused).length
  say(
    refused === 0
      ? 'Everything that is stored fits its declaration.'
      : `${refused} of these stand against the declarations. docs/changing-a-resource.md says more.`,
  )
  if (refused > 0) process.exitCode = 1
}

function linesOf(finding: Finding): string[] {
  const { title, resource, field, records, link } = finding
  const names = records.map(({ id, name }) => `${id}  ${name}`)
  return [
    `${title}: ${whatOf(finding)}`,
    `  Field     ${resource}: ${field}`,
    `  Records   ${names.join('\n            ')}`,
    `  List      ${link}`,
    `  To do     ${cureOf(finding)}`,
    '',
  ]
}
