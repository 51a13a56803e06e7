/** Figures are promised within seconds: a batch that waits for longer is worth a line in the log. */
const LATE_MS = 30_000

/**
 * Watches how long the oldest batch has been waiting, and says so once until the queue is empty. What waited
 * while this server did not run is no sign of trouble: time counts from now on.
 */
export function watchAge(tell: (line: object, words: string) => void) {
  const begunAt = Date.now()
  let isTold = false
  return (since: number | undefined): void => {
    if (since === undefined) {
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
