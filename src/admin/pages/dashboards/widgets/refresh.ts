import { REFRESH_LEAST, REFRESH_MOST } from '#contract/insight/widgets.ts'

/** How much of an interval chance may move it by, so that widgets do not all ask at once. */
const SPREAD = 0.1

/**
 * Milliseconds between two readings of a widget. Takes the stored refreshInterval, in seconds, and a number from 0
 * to 1 that the widget drew once. Never outside 30 to 3600 s (DASH-03).
 */
export function intervalOf(stored: number, chance: number): number {
  const seconds = Math.min(Math.max(stored, REFRESH_LEAST), REFRESH_MOST)
  const width = seconds * SPREAD
  const from = Math.min(Math.max(seconds - width / 2, REFRESH_LEAST), REFRESH_MOST - width)
  return Math.round((from + chance * width) * 1000)
}
