import type { LearnerEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import type { Background } from '#server/ops/jobs.ts'
import { readKept } from './base.ts'
import { letMonthsLeave } from './leave.ts'
import { type Backlog, createQueue } from './queue.ts'
import { watchAge } from './queue-age.ts'
import { countFirst } from './rebuild.ts'
import { goOn } from './recount.ts'
import { readRecounting } from './recount-steps.ts'
import { lastLogins, usersTable } from './registry.ts'
import { rollBatches } from './roll.ts'
import { rollRound } from './rounds.ts'
import { createTakeBack } from './take-back.ts'
import { foldUserCounts, hasUserCounts } from './user-counts.ts'
import { keptZone } from './zone.ts'

export interface FactsOptions {
  store: Store
  registry: readonly Resource[]
  /** The reporting time zone. */
  zone(): string
  /** How many months of events are kept, and where those that leave are written; undefined: all are kept. */
  leaving?: { months: number; archive: string | undefined } | undefined
  /** Takes lines of the log. */
  tell(line: object, words: string): void
}

export type { Backlog }

/** From an acknowledged batch of events to the tables that figures are read from. */
export interface Facts {
  /** Counts what there is if that was never done: in a database from before there were figures. */
  prepare(say: (line: string) => void): Promise<void>
  /**
   * Keeps a batch for good, with the id of the token that it was sent with. What follows from it appears within about
   * a second of `start`.
   */
  accept(events: readonly LearnerEvent[], token?: string): Promise<void>
  /** Rolls up everything that is pending. Gives how many events were new. */
  rollUp(): Promise<number>
  /** Rolls up what is pending and what was set aside: how many batches that were, and how many stay aside. */
  retry(): Promise<{ batches: number; events: number; aside: number }>
  /** How many batches could not be rolled up, and were set aside. */
  countAside(): Promise<number>
  /** Events of before, in milliseconds since 1970, are not taken any more; undefined where all are. */
  keptFrom(): number | undefined
  /** What waits to be counted. */
  backlog(): Promise<Backlog>
  /** How many events this server took, and how many new ones it counted. */
  readonly tally: Readonly<Record<'accepted' | 'counted', number>>
  /** Takes back the events of a token for which that was asked. Gives whether more may be waiting. */
  takeBack(signal?: AbortSignal): Promise<boolean>
  /** Has the background look at once whether events are to be taken back. */
  takeBackSoon(): void
  /** Rolls up and takes back in the background from now on. */
  start(background: Background): void
}

/** The queue is looked at each second, for other servers fill it too; a round takes a moment, or as long as SQL may. */
const RHYTHM = { everyMs: 1000, afterFailureMs: 5000, deadlineMs: 120_000 }

/** Another server may have been asked, or have been stopped on the way. Many millions are counted in minutes. */
const TAKE_BACK_RHYTHM = { everyMs: 10_000, deadlineMs: 2 * 60 * 60_000 }

/** A count of everything that was interrupted goes on wherever a server runs. */
const GO_ON_RHYTHM = { everyMs: 30_000, deadlineMs: 12 * 60 * 60_000 }
/** What is appended is figured meanwhile: this only keeps it few. */
const FOLD_RHYTHM = { everyMs: 2000, deadlineMs: 20_000 }

const KEPT_RHYTHM = { everyMs: 60_000, deadlineMs: 10_000 }
const LEAVE_RHYTHM = { everyMs: 15 * 60_000, deadlineMs: 12 * 60 * 60_000 }

export function createFacts({ store, registry, zone, leaving, tell }: FactsOptions): Facts {
  const users = usersTable(registry)
  const logins = lastLogins(registry)
  const queue = createQueue(store.pool, store.rolling)
  const takeBack = createTakeBack({ store, registry, zone })
  let nudge: () => void = () => undefined
  let nudgeTakeBack: () => void = () => undefined
  const tally = { accepted: 0, counted: 0 }
  let keptFrom: number | undefined
  const readKeptFrom = async () => {
    keptFrom = (await readKept(store.pool)).keptFromMs
  }
  const rollOne = async (mode: 'wait' | 'try', signal?: AbortSignal) => {
    const rolled = await rollRound({
      queue,
      tell,
      roll: (only) =>
        inTransaction(
          store.rolling,
          (tx) => rollBatches(tx, { users, lastLogins: logins, mode, only }),
          {
            deadlineMs: RHYTHM.deadlineMs,
            signal,
          },
        ),
    })
    tally.counted += rolled.events
    return rolled
  }
  const foldSome = async () => {
    if (await hasUserCounts(store.pool)) await inTransaction(store.pool, (tx) => foldUserCounts(tx))
  }
  const rollUp = async () => {
    for (let total = 0; ; ) {
      const { batches, events } = await rollOne('wait')
      if (batches === 0) return total
      total += events
    }
  }

  return {
    async prepare(say) {
      await readKeptFrom()
      if ((await keptZone(store.pool)) === undefined)
        await countFirst(store.connection, zone(), registry, say)
    },

    async accept(events, token) {
      await queue.add(events, token)
      tally.accepted += events.length
      nudge()
    },

    rollUp,

    async retry() {
      const batches = await queue.putBack()
      const events = await rollUp()
      return { batches, events, aside: await queue.countAside() }
    },

    keptFrom: () => keptFrom,
    countAside: () => queue.countAside(),
    backlog: () => queue.backlog(),
    tally,

    takeBack,
    takeBackSoon: () => nudgeTakeBack(),

    start(background) {
      const watch = watchAge(tell)
      /** Whether there may be more. */
      const rollSome = async (signal: AbortSignal) => {
        const since = await queue.pendingSince()
        watch(since)
        return since !== undefined && (await rollOne('try', signal)).batches > 0
      }
      nudge = background.schedule('rolling up events', RHYTHM, rollSome)
      background.schedule('going on with counting anew', GO_ON_RHYTHM, async (signal) => {
        if (await readRecounting(store.pool))
          await goOn({ connection: store.connection, registry, signal })
      })
      background.schedule('reading which events are kept', KEPT_RHYTHM, readKeptFrom)
      if (leaving)
        background.schedule('letting months of events leave', LEAVE_RHYTHM, (signal) =>
          letMonthsLeave({ ...leaving, connection: store.connection, tell, signal }),
        )
      background.schedule('adding up counters of users', FOLD_RHYTHM, foldSome)
      nudgeTakeBack = background.schedule('taking events back', TAKE_BACK_RHYTHM, takeBack)
    },
  }
}
