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

export interface Compared {
  /** 'points': rates in percent, whose difference is in points. */
  unit?: 'count' | 'points'
  /** What it is compared with, in words: `wordsForPeriod(compared, range)`. */
  period: string
  /** The period held too little data for a percentage. */
  isScarce?: boolean
}

/** How a figure stands against the period before. Undefined where one of the two is not known. */
export function changeOf(
  now: number | null | undefined,
  before: number | null | undefined,
  { unit = 'count', period, isScarce = false }: Compared,
): Change | undefined {
  if (typeof now !== 'number' || typeof before !== 'number' || Number.isNaN(now - before))
    return undefined
  const isRate = unit === 'points'
  const said = (amount: number) =>
    isRate ? pointsOf(amount) : percentOf(amount && (amount / before) * 100)
  const difference = Math.abs(now - before)
  if (difference === 0)
    return {
      direction: 'same',
      text: said(0),
      words: translate('the same as {period}', { period }),
    }
  const direction = now > before ? 'up' : 'down'
  if (!isRate && before === 0)
    return { direction, text: translate('new'), words: translate('none in {period}', { period }) }
  if (isScarce)
    return {
      direction: 'scarce',
      text: translate('Too little earlier data'),
      words: translate('{before} in {period}, too little data to compare', {
        before: isRate ? formatPercent(before) : formatNumber(before),
        period,
      }),
    }
  const amount = said(difference)
  return direction === 'up'
    ? {
        direction,
        text: `+${amount}`,
        words: translate('up {amount} against {period}', { amount, period }),
      }
    : {
        direction,
        text: `−${amount}`,
        words: translate('down {amount} against {period}', { amount, period }),
      }
}

/** A change that is there is never rounded to none; a large one needs no decimal. */
function percentOf(value: number): string {
  if (value > 0 && value < LEAST) return `<${formatPercent(LEAST)}`
  return formatPercent(value < 10 ? value : Math.round(value))
}

function pointsOf(value: number): string {
  const isTiny = value > 0 && value < LEAST
  const amount = isTiny ? `<${formatNumber(LEAST)}` : formatNumber(value)
  return translateCount(isTiny ? LEAST : value, '{amount} point', '{amount} points', { amount })
}
