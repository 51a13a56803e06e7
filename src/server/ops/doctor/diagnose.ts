import type { Resource } from '#model/resource.ts'
import type { Config } from '#server/config.ts'
import { examineDatabase, examineKept } from '#server/db/examine.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { examineStructure } from '#server/db/schema-check.ts'
import { readZone } from '#server/events/zone.ts'
import { lookAtStored } from '#server/records/look-for-findings.ts'
import { judgeKept, judgeRecords } from './data-findings.ts'
import { judgeDatabase, judgeZone } from './database-findings.ts'
import { type Finding, well } from './doctor-finding.ts'
import { judgeMail, judgeNetwork, judgePlace } from './place.ts'
import { judgeStructure } from './structure.ts'

/** Looks at everything that is known to go wrong. It only reads, and may be called beside a running server. */
export async function diagnose(
  connection: Connection,
  config: Config,
  registry: readonly Resource[],
  now: () => number = Date.now,
): Promise<Finding[]> {
  const client = await connectAlone(connection)
  try {
    const facts = await examineDatabase(client)
    const ofDatabase = judgeDatabase(facts, config, now())
    const structure = await examineStructure(client, registry)
    const has = (table: string) => structure.openTables.has(table)
    const isWhole = structure.missingTables.length + structure.closedTables.length === 0
    const users = registry.find(({ name }) => name === 'users')
    const kept = users ? await examineKept(client, users, has) : {}
    return [
      well('connection', 'The database answers.'),
      ...ofDatabase,
      ...judgeStructure(structure),
      judgeZone(has('marks') ? await readZone(client) : undefined, facts, config),
      // Of tables that are shut or missing nothing can be read, and that stands above.
      ...(isWhole ? [judgeRecords(await lookAtStored(client, registry))] : []),
      ...judgeKept(kept, config, now()),
      ...judgeNetwork(config),
      ...judgeMail(config),
      ...judgePlace(config),
    ]
  } finally {
    await client.end()
  }
}
