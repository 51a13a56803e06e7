export const MINUTE = 60_000
export const DAY = 86_400_000

/** How far back the story goes, in days. */
export const SPAN_DAYS = 456

/** From Sunday: people learn in the middle of the week. */
const WEEKDAYS = [0.72, 1, 1.2, 1.25, 1.15, 0.85, 0.45] as const

/**
 * How lively the app is over the year, as month, day and factor, with straight lines between: exams and
 * applications in spring and autumn, nobody there in August and at the end of December.
 */
const SEASONS = [
  [1, 1, 0.35],
  [1, 9, 0.85],
  [2, 15, 1],
  [4, 1, 1.3],
  [5, 20, 1.2],
  [6, 25, 0.85],
  [7, 31, 0.55],
  [8, 20, 0.55],
  [9, 12, 1.1],
  [10, 10, 1.35],
  [11, 25, 1.25],
  [12, 12, 0.95],
  [12, 21, 0.45],
  [12, 31, 0.35],
] as const

const SEASON_OF_PLACE = Array.from({ length: 32 * 13 }, (_, place) => seasonAt(place))

/** Asked for each day of each person: by the number of the day. */
const known = new Map<number, number>()

/** How lively a day is: its weekday and its season. Takes the day's begin in UTC. */
export function livelinessOf(day: number): number {
  const liveliness = known.get(day / DAY)
  if (liveliness !== undefined) return liveliness
  const date = new Date(day)
  const season = SEASON_OF_PLACE[placeOf(date.getUTCMonth() + 1, date.getUTCDate())] ?? 1
  const found = season * (WEEKDAYS[date.getUTCDay()] ?? 1)
  known.set(day / DAY, found)
  return found
}

function placeOf(month: number, day: number): number {
  return month * 32 + day
}

function seasonAt(place: number): number {
  let [before, low]: readonly [number, number] = [0, SEASONS[0][2]]
  for (const [month, day, factor] of SEASONS) {
    const after = placeOf(month, day)
    if (place <= after)
      return after === before
        ? factor
        : low + ((factor - low) * (place - before)) / (after - before)
    ;[before, low] = [after, factor]
  }
  return low
}

/** Days in which the number of those who join grows by e. */
const GROWTH_DAYS = 240

/**
 * When people join: gives the moment for a number from 0 to 1. All lie in the fifteen months before
 * `today`; more come lately and in lively seasons. A later `today` moves each of them on.
 */
export function createArrivals(today: Date): (part: number) => Date {
  const first = today.getTime() - SPAN_DAYS * DAY
  const sums: number[] = [0]
  for (let day = 0; day < SPAN_DAYS; day += 1)
    sums.push((sums.at(-1) ?? 0) + livelinessOf(first + day * DAY) * Math.exp(day / GROWTH_DAYS))
  return (part) => {
    const sought = part * (sums.at(-1) ?? 0)
    let [low, high] = [0, SPAN_DAYS]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) <= sought) low = middle
      else high = middle
    }
    const [from = 0, until = 0] = [sums[low], sums[high]]
    const hours = 6 + (16 * (sought - from)) / (until - from)
    return new Date(first + low * DAY + Math.floor(hours * 60) * MINUTE)
  }
}
