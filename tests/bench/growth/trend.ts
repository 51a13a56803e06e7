import type { Reading } from './measure.ts'

/** How an operation's cost grows with what there is. */
export type Trend = 'flat' | 'logarithmic' | 'linear'

export interface Point {
  users: number
  reading: Reading
}

/** So many doublings at the end are looked at: at small sizes what is constant hides what grows. */
const DOUBLINGS = 3
/** Of one doubling: what is linear comes to 2, whatever constant part it has to begin with. */
const FLAT = 1.1
const SLOW = 1.25
/** What rose by less in all is the machine's mood. */
const NOTHING_MS = 0.5

/**
 * How it grew over the last three doublings, and by what factor at each of them: its CPU time, where that is known,
 * for the time on a clock says more of who else was at work.
 */
export function trendOf(points: readonly Point[]): { trend: Trend; factor: number } {
  const last = points.at(-1)
  const first = points[Math.max(0, points.length - 1 - DOUBLINGS)]
  if (!(first && last) || first === last) return { trend: 'flat', factor: 1 }
  const costOf = ({ reading: { cpu, median } }: Point) => cpu ?? median
  const factor = (costOf(last) / costOf(first)) ** (1 / Math.log2(last.users / first.users))
  if (factor <= FLAT || costOf(last) - costOf(first) < NOTHING_MS) return { trend: 'flat', factor }
  return { trend: factor <= SLOW ? 'logarithmic' : 'linear', factor }
}
