import { setTimeout as sleep } from 'node:timers/promises'
import { ClusterError } from './cluster-error.ts'
import type { Hold } from './hold.ts'

/** Pauses before each new try, in ms. After the last one the database counts as lost. */
const pauses = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
/** A database that held this long starts the count anew. */
const steady = 60_000

/**
 * Watches over the database while a server uses it: when it goes away by itself, starts it again a
 * bounded number of times, and says so. Gives a handle that ends the watch.
 */
export function watch(
  first: Hold,
  reopen: () => Promise<{ hold: Hold }>,
  options: { say(line: string): void; onLost?(reason: ClusterError): void },
  renew: (hold: Hold) => void,
): { end(): Promise<void> } {
  let over = false
  let tries = 0
  let since = Date.now()
  let work: Promise<void> = Promise.resolve()

  const recover = async () => {
    if (Date.now() - since > steady) tries = 0
    let reason = 'it stopped too often'
    while (!over && tries < pauses.length) {
      await sleep(pauses[tries++])
      if (over) return
      options.say('The database stopped unexpectedly; starting it again.')
      try {
        const { hold } = await reopen()
        since = Date.now()
        renew(hold)
        listen(hold)
        options.say('The database is back.')
        return
      } catch (failure) {
        reason = failure instanceof Error ? failure.message : String(failure)
        options.say(reason)
      }
    }
    if (over) return
    options.onLost?.(new ClusterError(`The database could not be kept running: ${reason}`))
  }
  const listen = (hold: Hold) => {
    hold.onLost(() => {
      work = recover()
    })
  }
  listen(first)
  return {
    end() {
      over = true
      return work
    },
  }
}
