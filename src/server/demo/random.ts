export const MINUTE = 60_000
export const DAY = 1440 * MINUTE

/** Numbers from 0 to 1 that are the same for the same seed on every machine (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** A number from `least` up to `most`. */
    between: (least: number, most: number) => least + (most - least) * next(),
    /** One of the items. Throws when there are none. */
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    /** One of the items, each as often as its weight says. Throws when there are none. */
    weigh<T>(items: readonly (readonly [item: T, weight: number])[]): T {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      throw new Error('There is nothing to weigh.')
    },
  }
}

export type Random = ReturnType<typeof createRandom>
