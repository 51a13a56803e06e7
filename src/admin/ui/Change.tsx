import type { CSSProperties } from 'react'
import { formatNumber, formatPercent } from '#admin/format/numbers.ts'
import { translate, translateCount } from '#admin/format/translate.ts'

interface Compared {
  now: number | null | undefined
  before: number | null | undefined
  /** 'points': rates in percent, whose difference is in points. */
  unit?: 'count' | 'points'
  /** The compared period as text: `wordsForPeriod(compared, range)`. */
  period: string
  /** The period held too little data for a percentage. */
  isScarce?: boolean
}

/** Drawn as SVG, because no font has this mark reliably. */
const SHAPE = {
  up: <Triangle points="0,8 4,0 8,8" />,
  down: <Triangle points="0,0 4,8 8,0" />,
  same: '=',
  scarce: '',
} as const

/** The parent may set the size: --change-size and --change-line. */
const CHANGE: CSSProperties = {
  display: 'inline-block',
  position: 'relative',
  color: 'var(--muted)',
  fontSize: 'var(--change-size, 12px)',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 'var(--change-line, 20px)',
  unicodeBidi: 'plaintext',
  whiteSpace: 'nowrap',
}
const STYLES: Readonly<Record<keyof typeof SHAPE, CSSProperties>> = {
  up: { color: 'var(--tone-green-text)' },
  down: { color: 'var(--tone-red-text)' },
  same: {},
  // A sentence may wrap in a narrow row.
  scarce: { whiteSpace: 'normal' },
}

/** A figure compared with the previous period: a shape, a signed percentage, and a sentence for screen readers. */
export function Change(compared: Compared) {
  const change = changeOf(compared)
  if (!change) return null
  const { direction, text, words } = change
  return (
    <span style={{ ...CHANGE, ...STYLES[direction] }} data-direction={direction} title={words}>
      <span aria-hidden="true">
        {SHAPE[direction]} {text}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

function Triangle({ points }: { points: string }) {
  return (
    <svg viewBox="0 0 8 8" width="0.6em" height="0.6em" aria-hidden="true">
      <polygon points={points} fill="currentColor" />
    </svg>
  )
}

/** A change is never rounded to zero. */
const LEAST = 0.1

/** Compares a figure with the previous period. Undefined if one of the two is unknown. */
function changeOf({
  now,
  before,
  unit,
  period,
  isScarce = false,
}: Compared): { direction: keyof typeof SHAPE; text: string; words: string } | undefined {
  if (typeof now !== 'number' || typeof before !== 'number' || Number.isNaN(now - before))
    return undefined
  const isRate = unit === 'points'
  const difference = Math.abs(now - before)
  const amount = isRate
    ? pointsOf(difference)
    : percentOf(difference && (difference / before) * 100)
  if (difference === 0)
    return { direction: 'same', text: amount, words: translate('the same as {period}', { period }) }
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
  const [sign, words] =
    direction === 'up'
      ? ['+', 'up {amount} compared with {period}']
      : ['−', 'down {amount} compared with {period}']
  return { direction, text: `${sign}${amount}`, words: translate(words, { amount, period }) }
}

/** Large percentages have no decimal. */
function percentOf(value: number): string {
  if (value > 0 && value < LEAST) return `<${formatPercent(LEAST)}`
  return formatPercent(value < 10 ? value : Math.round(value))
}

function pointsOf(value: number): string {
  const isTiny = value > 0 && value < LEAST
  const amount = isTiny ? `<${formatNumber(LEAST)}` : formatNumber(value)
  return translateCount(isTiny ? LEAST : value, '{amount} point', '{amount} points', { amount })
}
