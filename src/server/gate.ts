/** More callers wait than the queue holds. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/**
 * Lets `atOnce` pieces of work run and `waiting` more wait for their turn.
 * Throws BusyError for whoever comes after those.
 */
export function createGate(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new BusyError('Too many callers at once')
      // Whoever leaves hands its place over, so the count stays right.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
