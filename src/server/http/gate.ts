import { setImmediate } from 'node:timers/promises'

/** The queue of a gate is full. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/**
 * Runs at most `atOnce` pieces of work; `waiting` more may wait in each of `lanes`. Waiters of an earlier lane go
 * first, and a crowd in one lane takes no place in another. Throws BusyError when the lane is full.
 */
export function createGate(atOnce: number, waiting: number, lanes = 1) {
  let running = 0
  const queues = Array.from({ length: lanes }, (): (() => void)[] => [])
  return async <T>(work: () => Promise<T>, lane = 0): Promise<T> => {
    const queue = queues[lane]
    if (!queue) throw new RangeError(`There is no lane ${lane}.`)
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new BusyError('Too many callers at once')
      // The one that ends passes its place on, so `running` stays the same.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queues.find(({ length }) => length > 0)?.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** After this many, other requests get a turn. */
const AT_ONCE = 50

/** Maps a list in order, and lets other requests run in between. */
export async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (const [index, one] of all.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const result = work(one, index)
    results.push(result instanceof Promise ? await result : result)
  }
  return results
}
