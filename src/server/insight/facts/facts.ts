import { uuidv7 } from 'uuidv7'
import type { LearnerEvent } from '#contract/insight/events.ts'
import type { Resource } from '#model/resource.ts'
import type { Background } from '#server/base/background.ts'
import { ANSWER_MS, inTransaction } from '../../store/pool.ts'
import type { Store } from '../../store/store.ts'
import { countFirst } from './rebuild.ts'
import { lastLogins, usersTable } from './registry.ts'
import { rollBatches } from './roll.ts'

export interface FactsOptions {
  store: Store
  registry: readonly Resource[]
  /** The reporting time zone. */
  zone(): string
}

/** From an acknowledged batch of events to the tables that figures are read from. */
export interface Facts {
  /** Counts what there is if that was never done: in a database from before there were figures. */
  prepare(say: (line: string) => void): Promise<void>
  /** Keeps a batch for good. What follows from it appears within about a second of `start`. */
  accept(events: readonly LearnerEvent[]): Promise<void>
  /** Rolls up everything that is pending. Gives how many events were new. */
  rollUp(): Promise<number>
  /** Rolls up in the background from now on. */
  start(background: Background): void
}

/** The queue is looked at each second, for other servers fill it too; a round takes a moment, or as long as SQL may. */
const RHYTHM = { everyMs: 1000, afterFailureMs: 5000, deadlineMs: 120_000 }

/** Answered at once, or the connection is no good. */
const PENDING = {
  text: 'select 1 from event_batches order by id limit 1',
  query_timeout: ANSWER_MS,
}

export function createFacts({ store, registry, zone }: FactsOptions): Facts {
  const users = usersTable(registry)
  const logins = lastLogins(registry)
  let nudge: () => void = () => undefined
  const roll = (mode: 'wait' | 'try', signal?: AbortSignal) =>
    inTransaction(store.rolling, (tx) => rollBatches(tx, { users, lastLogins: logins, mode }), {
      deadlineMs: RHYTHM.deadlineMs,
      signal,
    })
  /** Whether there may be more. */
  const rollSome = async (signal: AbortSignal) => {
    const { rows } = await store.rolling.query(PENDING)
    return rows.length > 0 && (await roll('try', signal)).batches > 0
  }

  return {
    prepare: (say) => countFirst(store.connection, zone(), registry, say),

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

    start(background) {
      nudge = background.inBackground('rolling up events', RHYTHM, rollSome)
    },
  }
}
