import { setTimeout as pause } from 'node:timers/promises'
import type { LearnerEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { databaseCode, inTransaction } from '#server/db/pool.ts'
import type { Background } from '#server/ops/jobs.ts'
import type { Store } from '#server/services.ts'
import { createEventQueue } from './event-queue.ts'
import { takeBackNext } from './rebuild.ts'
import { MOST_BATCHES, type Rolled, rollBatches } from './roll-up.ts'

interface FactsOptions {
  store: Store
  registry: readonly Resource[]
  /** Writes a line of the log. */
  tell(line: object, words: string): void
}

/** Batches of this server wake the roller at once. The schedule is for those that another server left. */
const ROLLING = { everyMs: 15_000, afterFailureMs: 5000, deadlineMs: 120_000 }
const TAKING_BACK = { everyMs: 30_000, deadlineMs: 2 * 60 * 60_000 }
const BUSY_MS = 100
/** Figures are promised within seconds: a batch that waits for longer is worth a line in the log. */
const LATE_MS = 30_000
/**
 * Classes of SQLSTATE that the data of a batch causes, each time it is tried: wrong or repeated values, broken
 * constraints, values too large for an index. Other errors may pass by themselves.
 */
const OF_DATA = new Set(['21', '22', '23', '54'])

export type Facts = ReturnType<typeof createFacts>

/** From an acknowledged batch of events to the rollups that figures are read from. */
export function createFacts({ store, registry, tell }: FactsOptions) {
  const queue = createEventQueue(store.pool, store.rolling)
  const tally = { accepted: 0, counted: 0 }
  let wakeRoller: () => void = () => undefined
  let wakeTakeBack: () => void = () => undefined

  /** Rolls up these batches, or the oldest, in one transaction. */
  const roll = async (signal?: AbortSignal, only?: readonly string[]) => {
    const limits = { deadlineMs: ROLLING.deadlineMs, signal }
    const rolled = await inTransaction(
      store.rolling,
      (tx) => rollBatches(tx, registry, only),
      limits,
    )
    tally.counted += rolled?.events ?? 0
    return rolled
  }

  /** Rolls up a batch. If its data cannot be counted, sets it aside. */
  const rollOne = async (id: string, signal?: AbortSignal): Promise<Rolled | undefined> => {
    try {
      return await roll(signal, [id])
    } catch (error) {
      if (!isOfData(error)) throw error
      if (await queue.setAside(id, `${databaseCode(error)}: ${(error as Error).message}`))
        tell({ err: error, batch: id }, 'a batch of events cannot be counted and was set aside')
      return { batches: 1, events: 0 }
    }
  }

  /**
   * Rolls up the oldest batches together. If that fails for the data of one, rolls up each alone, so that a bad batch
   * does not stop the others. Returns undefined when another roller is at work.
   */
  const rollRound = async (signal?: AbortSignal): Promise<Rolled | undefined> => {
    try {
      return await roll(signal)
    } catch (error) {
      if (!isOfData(error)) throw error
    }
    const sum = { batches: 0, events: 0 }
    for (const id of await queue.first(MOST_BATCHES)) {
      const rolled = await rollOne(id, signal)
      if (!rolled) return sum.batches > 0 ? sum : undefined
      sum.batches += rolled.batches
      sum.events += rolled.events
    }
    return sum
  }

  /** Rolls up everything that is pending. Returns how many events were new. */
  const rollUp = async (): Promise<number> => {
    for (let total = 0; ; ) {
      const rolled = await rollRound()
      if (rolled?.batches === 0) return total
      if (!rolled) await pause(BUSY_MS)
      total += rolled?.events ?? 0
    }
  }

  /** Takes back the events of one token for which that was requested. Returns whether there was one. */
  const takeBack = (signal?: AbortSignal) => takeBackNext(store, registry, signal)

  return {
    /** Stores a batch for good, with the id of the token that sent it. Its figures follow within about a second. */
    async accept(events: readonly LearnerEvent[], token?: string): Promise<void> {
      await queue.add(events, token)
      tally.accepted += events.length
      wakeRoller()
    },

    rollUp,

    /** Rolls up what is pending or set aside. Returns how many batches were set aside before, and how many still are. */
    async retry() {
      const batches = await queue.putBack()
      const events = await rollUp()
      return { batches, events, aside: (await queue.backlog()).aside }
    },

    backlog: queue.backlog,
    /** How many events this server accepted, and how many new ones it counted. */
    tally: tally as Readonly<typeof tally>,

    takeBack,
    /** Makes the background look for events to take back at once. */
    takeBackSoon: () => wakeTakeBack(),

    /** Rolls up and takes back in the background from now on. */
    start(background: Background): void {
      const startedAt = Date.now()
      let isLate = false
      wakeRoller = background.schedule('rolling up events', ROLLING, async (signal) => {
        const { seconds, hasUserCounts } = await queue.pending()
        const isWaiting = seconds !== undefined
        // The time before this server started does not count.
        const ms = isWaiting ? Math.min(seconds * 1000, Date.now() - startedAt) : 0
        if (ms > LATE_MS && !isLate)
          tell({ ms }, 'events have been waiting to be counted: figures are behind')
        if (!isWaiting && isLate) tell({}, 'all events are counted again')
        isLate = isWaiting && (isLate || ms > LATE_MS)
        if (!(isWaiting || hasUserCounts)) return false
        const rolled = await rollRound(signal)
        // Another server is at work, and may have missed the last batches.
        if (!rolled) wakeRoller()
        return rolled !== undefined && rolled.batches > 0
      })
      wakeTakeBack = background.schedule('taking events back', TAKING_BACK, takeBack)
    },
  }
}

function isOfData(error: unknown): boolean {
  return OF_DATA.has(databaseCode(error)?.slice(0, 2) ?? '')
}
