import { databaseCode } from '#server/db/pool.ts'
import type { Queue } from './queue.ts'
import type { Rolled } from './roll.ts'

/** How many batches, or parts of those that were cut up, a round takes: enough to be fast, few enough to be short. */
export const MOST_BATCHES = 320

/**
 * Classes of SQLSTATE by which the database refuses what stands in a batch, and would refuse it each time: wrong
 * or repeated values, broken constraints, values too large for an index. Anything else may pass by itself.
 */
const OF_DATA = new Set(['21', '22', '23', '54'])

interface Rounds {
  /** Rolls these batches up, or the first of the queue, in a transaction. */
  roll(only?: readonly string[]): Promise<Rolled>
  queue: Pick<Queue, 'first' | 'setAside'>
  /** Takes a line of the log. */
  tell(line: object, words: string): void
}

/**
 * One round of rolling up. A batch that cannot be rolled up would stop all others for ever: when the round fails
 * for its data, it is done again in halves, until such a batch is alone, and is set aside. Those count as done.
 */
export async function rollRound({ roll, queue, tell }: Rounds): Promise<Rolled> {
  const rollThese = async (ids: readonly string[]): Promise<Rolled> => {
    try {
      return await roll(ids)
    } catch (error) {
      if (!isOfData(error)) throw error
      const [id] = ids
      if (ids.length > 1 || id === undefined) return rollHalves(ids)
      if (await queue.setAside(id, wordsOf(error)))
        tell({ err: error, batch: id }, 'a batch of events cannot be counted and was set aside')
      return { batches: 1, events: 0 }
    }
  }
  const rollHalves = async (ids: readonly string[]): Promise<Rolled> => {
    const middle = Math.ceil(ids.length / 2)
    // The older half first: of two events of one id the first counts.
    const older = await rollThese(ids.slice(0, middle))
    const newer = await rollThese(ids.slice(middle))
    return { batches: older.batches + newer.batches, events: older.events + newer.events }
  }
  try {
    return await roll()
  } catch (error) {
    if (!isOfData(error)) throw error
    const ids = await queue.first(MOST_BATCHES)
    return ids.length === 0 ? { batches: 0, events: 0 } : await rollThese(ids)
  }
}

function isOfData(error: unknown): boolean {
  return OF_DATA.has(databaseCode(error)?.slice(0, 2) ?? '')
}

function wordsOf(failure: unknown): string {
  const error = failure
  return `${databaseCode(failure)}: ${error instanceof Error ? error.message : String(error)}`
}
