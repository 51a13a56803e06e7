import { setTimeout as pause } from 'node:timers/promises'
import type { LearnerEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/store.ts'
import { type Backlog, createEventQueue } from './event-queue.ts'
import { type Rolled, rollBatches, rollRound } from './roll-up.ts'
import { takeBackNext } from './take-back.ts'

interface FactsOptions {
  store: Store
  registry: readonly Resource[]
  /** Takes lines of the log. */
  tell(line: object, words: string): void
}

export type { Backlog }

/** From an acknowledged batch of events to the rollups that figures are read from. */
export interface Facts {
  /** Stores a batch for good, with the id of the token that sent it. Its figures follow within about a second. */
  accept(events: readonly LearnerEvent[], token?: string): Promise<void>
  /** Rolls up everything that is pending. Returns how many events were new. */
  rollUp(): Promise<number>
  /** Rolls up what is pending or set aside. Returns how many batches that were, and how many stay aside. */
  retry(): Promise<{ batches: number; events: number; aside: number }>
  /** How many batches could not be rolled up, and were set aside. */
  countAside(): Promise<number>
  /** What waits to be counted. */
  backlog(): Promise<Backlog>
  /** How many events this server accepted, and how many new ones it counted. */
  readonly tally: Readonly<Record<'accepted' | 'counted', number>>
  /** Takes back the events of one token for which that was asked. Returns whether there was one. */
  takeBack(signal?: AbortSignal): Promise<boolean>
  /** Has the background look at once for events to take back. */
  takeBackSoon(): void
  /** Rolls up and takes back in the background from now on. */
  start(background: Background): void
}

/** Batches of this server wake the roller at once. The schedule is for those that another server left. */
const ROLLING = { everyMs: 15_000, afterFailureMs: 5000, deadlineMs: 120_000 }
const TAKING_BACK = { everyMs: 30_000, deadlineMs: 2 * 60 * 60_000 }
const BUSY_MS = 100

export function createFacts({ store, registry, tell }: FactsOptions): Facts {
  const queue = createEventQueue(store.pool, store.rolling)
  const tally = { accepted: 0, counted: 0 }
  let wakeRoller: () => void = () => undefined
  let wakeTakeBack: () => void = () => undefined
  const roll = async (signal?: AbortSignal): Promise<Rolled | undefined> => {
    const limits = { deadlineMs: ROLLING.deadlineMs, signal }
    const rolled = await rollRound({
      queue,
      tell,
      roll: (only) => inTransaction(store.rolling, (tx) => rollBatches(tx, registry, only), limits),
    })
    tally.counted += rolled?.events ?? 0
    return rolled
  }
  const rollUp = async () => {
    for (let total = 0; ; ) {
      const rolled = await roll()
      if (rolled?.batches === 0) return total
      if (!rolled) await pause(BUSY_MS)
      total += rolled?.events ?? 0
    }
  }
  const takeBack = (signal?: AbortSignal) => takeBackNext(store, registry, signal)

  return {
    async accept(events, token) {
      await queue.add(events, token)
      tally.accepted += events.length
      wakeRoller()
    },

    rollUp,

    async retry() {
      const batches = await queue.putBack()
      const events = await rollUp()
      return { batches, events, aside: await queue.countAside() }
    },

    countAside: () => queue.countAside(),
    backlog: () => queue.backlog(),
    tally,

    takeBack,
    takeBackSoon: () => wakeTakeBack(),

    start(background) {
      const watch = watchAge(tell)
      wakeRoller = background.schedule('rolling up events', ROLLING, async (signal) => {
        const { since, hasUserCounts } = await queue.look()
        watch(since)
        if (since === null && !hasUserCounts) return false
        const rolled = await roll(signal)
        // Another server is at work, and may have missed what came last.
        if (!rolled) wakeRoller()
        return rolled !== undefined && rolled.batches > 0
      })
      wakeTakeBack = background.schedule('taking events back', TAKING_BACK, takeBack)
    },
  }
}

/** Figures are promised within seconds: a batch that waits for longer is worth a line in the log. */
const LATE_MS = 30_000

/**
 * Watches how long the oldest batch has been waiting, and logs it once until the queue is empty. What waited while this
 * server did not run is not late: time counts from now on.
 */
function watchAge(tell: FactsOptions['tell']) {
  const begunAt = Date.now()
  let isTold = false
  return (since: number | null): void => {
    if (since === null) {
      if (isTold) tell({}, 'all events are counted again')
      isTold = false
      return
    }
    const ms = Date.now() - Math.max(since, begunAt)
    if (isTold || ms <= LATE_MS) return
    isTold = true
    tell({ ms }, 'events have been waiting to be counted: figures are behind')
  }
}
