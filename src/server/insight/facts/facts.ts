import type { FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { LearnerEvent } from '#contract/insight/events.ts'
import type { Resource } from '#model/resource.ts'
import { inTransaction } from '../../store/pool.ts'
import type { Store } from '../../store/store.ts'
import { moveToZone } from './rebuild.ts'
import { lastLogins, usersTable } from './registry.ts'
import { rollBatches } from './roll.ts'
import { startRoller } from './roller.ts'
import { claimZone } from './zone.ts'

export interface FactsOptions {
  store: Store
  registry: readonly Resource[]
  /** The reporting time zone. */
  zone: string
}

/** From an acknowledged batch of events to the tables that figures are read from. */
export interface Facts {
  /** Gives a new database its time zone. */
  claim(): Promise<void>
  /** Counts everything anew if days are kept in another time zone than this server's, or not yet. */
  prepare(say: (line: string) => void): Promise<void>
  /** Keeps a batch for good. What follows from it appears within about a second of `start`. */
  accept(events: readonly LearnerEvent[]): Promise<void>
  /** Rolls up everything that is pending. Gives how many events were new. */
  rollUp(): Promise<number>
  /** Rolls up in the background from now on. Gives the function that ends it, after the round under way. */
  start(log: FastifyBaseLogger): () => Promise<void>
}

export function createFacts({ store, registry, zone }: FactsOptions): Facts {
  const users = usersTable(registry)
  const logins = lastLogins(registry)
  let nudge: () => void = () => undefined
  const roll = (mode: 'wait' | 'try') =>
    inTransaction(store.pool, (tx) => rollBatches(tx, { users, lastLogins: logins, mode }))

  return {
    claim: () => claimZone(store.pool, zone, users),
    prepare: (say) => moveToZone(store.connection, zone, registry, say),

    async accept(events) {
      await store.pool.query('insert into event_batches (id, events) values ($1, $2)', [
        uuidv7(),
        JSON.stringify(events),
      ])
      nudge()
    },

    async rollUp() {
      for (let total = 0; ; ) {
        const { batches, events } = await roll('wait')
        if (batches === 0) return total
        total += events
      }
    },

    start(log) {
      const roller = startRoller({ pool: store.pool, roll: () => roll('try'), log })
      nudge = roller.nudge
      return roller.stop
    },
  }
}
