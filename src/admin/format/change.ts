import { formatNumber, formatPercent } from './numbers.ts'
import { translate, translateCount } from './translate.ts'

export interface Change {
  /** 'scarce': there was too little before for a percentage. */
  direction: 'up' | 'down' | 'same' | 'scarce'
  /** For the eye: '+12%', '−2.5 points', 'new', 'Too little earlier data'. */
  text: string
  /** For the ear: 'up 12% against Sep 19 – Oct 18'. */
  words: string
}

const LEAST = 0.1

/**
 * How a figure stands against the period before. Takes both values, what they count ('points': rates in
 * percent, whose difference is in points), the words for the period before, and whether it held too little data
 * (see isScarce). Gives undefined when one of the two is not known: then there is nothing honest to say.
 */
export function changeOf(
  now: number | null | undefined,
  before: number | null | undefined,
  {
    unit = 'count',
    period,
    isScarce = false,
  }: { unit?: 'count' | 'points'; period: string; isScarce?: boolean },
): Change | undefined {
  if (!(Number.isFinite(now) && Number.isFinite(before))) return undefined
  const [current, previous] = [now as number, before as number]
  const difference = current - previous
  if (difference === 0)
    return {
      direction: 'same',
      text: unit === 'points' ? pointsOf(0) : formatPercent(0),
      words: translate('the same as {period}', { period }),
    }
  const direction = difference > 0 ? 'up' : 'down'
  if (unit === 'count' && previous === 0)
    return { direction, text: translate('new'), words: translate('none in {period}', { period }) }
  if (isScarce)
    return {
      direction: 'scarce',
      text: translate('Too little earlier data'),
      words: translate('{before} in {period}, too little data to compare', {
        before: unit === 'points' ? formatPercent(previous) : formatNumber(previous),
        period,
      }),
    }
  const amount =
    unit === 'points'
      ? pointsOf(Math.abs(difference))
      : percentOf(Math.abs(difference / previous) * 100)
  return {
    direction,
    text: `${direction === 'up' ? '+' : '−'}${amount}`,
    words:
      direction === 'up'
        ? translate('up {amount} against {period}', { amount, period })
        : translate('down {amount} against {period}', { amount, period }),
  }
}

/** A change that is there is never rounded to none; a large one needs no decimal. */
function percentOf(value: number): string {
  if (value < LEAST) return `<${formatPercent(LEAST)}`
  return formatPercent(value < 10 ? value : Math.round(value))
}

function pointsOf(value: number): string {
  const isThere = value === 0 || value >= LEAST
  const amount = isThere ? formatNumber(value) : `<${formatNumber(LEAST)}`
  return translateCount(isThere ? value : LEAST, '{amount} point', '{amount} points', { amount })
}
