import type { Hold } from './hold.ts'
import type { Room } from './room.ts'

/** Pauses before each new try, in ms; the last one goes on for ever. */
const pauses = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
/** A database that held this long starts the count anew. */
const steady = 60_000

/**
 * Watches over the database while a server uses it: when it goes away by itself, starts it again, however often
 * that takes, and says so. A full disk is waited for. Gives a handle that ends the watch.
 */
export function watch(
  first: Hold,
  reopen: () => Promise<{ hold: Hold }>,
  { say, room }: { say(line: string): void; room: Room },
  renew: (hold: Hold) => void,
): { end(): Promise<void> } {
  const over = new AbortController()
  let tries = 0
  let since = performance.now()
  let work: Promise<void> = Promise.resolve()

  const recover = async () => {
    if (performance.now() - since > steady) tries = 0
    let told = ''
    say('The database stopped unexpectedly; starting it again.')
    for (;;) {
      await room.pause(pauses[Math.min(tries, pauses.length - 1)] ?? 0, over.signal)
      tries += 1
      if (over.signal.aborted) return
      try {
        const { hold } = await reopen()
        since = performance.now()
        renew(hold)
        listen(hold)
        say('The database is back.')
        return
      } catch (failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        // Tries go on for as long as it takes: the same words once are enough.
        if (reason !== told) say(reason)
        told = reason
        room.met(failure)
      }
    }
  }
  const listen = (hold: Hold) => {
    hold.onLost(() => {
      work = recover()
    })
  }
  listen(first)
  return {
    end() {
      over.abort()
      return work
    },
  }
}
