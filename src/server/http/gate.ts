import { setImmediate } from 'node:timers/promises'

/** The queue of a gate is full. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/**
 * Creates a gate that runs at most `atOnce` pieces of work. Up to `waiting` more can wait in each of `lanes`. Earlier
 * lanes go first, and each lane has its own limit. Calls throw BusyError if the lane is full.
 */
export function createGate(atOnce: number, waiting: number, lanes = 1) {
  let running = 0
  const queues = Array.from({ length: lanes }, (): (() => void)[] => [])
  return async <T>(work: () => Promise<T>, lane = 0): Promise<T> => {
    const queue = queues[lane]
    if (!queue) throw new RangeError(`There is no lane ${lane}.`)
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new BusyError('Too many callers at once')
      // A finished call passes its place on, so `running` stays the same.
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

/** The number of items after which other requests get a turn. */
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
