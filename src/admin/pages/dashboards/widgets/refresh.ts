import { REFRESH_DEFAULT, REFRESH_LEAST, REFRESH_MOST } from '#contract/insight/widgets.ts'

/** How much of an interval chance may move it by, so that widgets do not all ask at once. */
const SPREAD = 0.1

/**
 * Milliseconds between two readings of a widget. Takes the stored refreshInterval, in seconds, which may be
 * anything, and a number from 0 to 1 that the widget drew once. Never outside 30 to 3600 s (DASH-03).
 */
export function intervalOf(stored: unknown, chance: number): number {
  const seconds = Math.min(Math.max(readSeconds(stored), REFRESH_LEAST), REFRESH_MOST)
  const width = seconds * SPREAD
  const from = Math.min(Math.max(seconds - width / 2, REFRESH_LEAST), REFRESH_MOST - width)
  return Math.round((from + chance * width) * 1000)
}

function readSeconds(stored: unknown): number {
  const seconds = typeof stored === 'string' && stored.trim() !== '' ? Number(stored) : stored
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : REFRESH_DEFAULT
}
