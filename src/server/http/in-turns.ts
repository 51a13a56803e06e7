import { setImmediate } from 'node:timers/promises'

/** So many are done without letting other requests through. */
const AT_ONCE = 50

/** Gives what `work` makes of each, in their order, one after the other; other requests are served in between. */
export async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T, place: number) => R | Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  for (const [place, one] of all.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const made = work(one, place)
    done.push(made instanceof Promise ? await made : made)
  }
  return done
}
