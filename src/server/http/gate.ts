/** More callers wait than the queue holds. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/**
 * Lets `atOnce` pieces of work run and `waiting` more wait for their turn, so many in each of `lanes`. A lane's
 * waiters go before those of the lanes after it, and a crowd in one takes no place in another.
 * Throws BusyError for whoever comes after those.
 */
export function createGate(atOnce: number, waiting: number, lanes = 1) {
  let running = 0
  const queues = Array.from({ length: lanes }, (): (() => void)[] => [])
  return async <T>(work: () => Promise<T>, lane = 0): Promise<T> => {
    const queue = queues[lane]
    if (!queue) throw new RangeError(`There is no lane ${lane}.`)
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new BusyError('Too many callers at once')
      // Whoever leaves hands its place over, so the count stays right.
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
