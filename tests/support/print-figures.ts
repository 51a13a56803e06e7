import { registry } from '#resources/index.ts'
import type { Connection } from '#server/db/pool.ts'
import { openStore } from '#server/store.ts'
import { EDGES, figuresAt, UNTIL } from './figures-at.ts'

/** A process of its own for days.nightly.test.ts: prints all figures of a database. Arguments: connection, zone. */
const [, , connection = '', zone = ''] = process.argv
const store = await openStore({
  connection: JSON.parse(connection) as Connection,
  registry,
  connections: 2,
  session: { idleMinutes: 1, hours: 1, perUser: 1, confirmMinutes: 15 },
  signIn: { windowMinutes: 1, perAccount: 1, perAddress: 1, successes: 1 },
  forms: { windowMinutes: 1, perAddress: 1, inTotal: 1 },
  onError: () => undefined,
})
const figures = await figuresAt(store, zone, new Date(UNTIL), EDGES)
await store.close()
process.stdout.write(JSON.stringify(figures))
