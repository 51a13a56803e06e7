import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/db/pool.ts'
import { openStore } from '#server/services.ts'
import { EDGES, figuresAt, UNTIL } from './figures-at.ts'

/** A process of its own for days.nightly.test.ts: prints all figures of a database. Arguments: connection, zone. */
const [, , connection = '', zone = ''] = process.argv
const store = await openStore(JSON.parse(connection) as Connection, registry, {
  ...(await readConfig({})),
  databaseConnections: 2,
})
const figures = await figuresAt(store, zone, new Date(UNTIL), EDGES)
await store.close()
process.stdout.write(JSON.stringify(figures))
