import { plural } from './plural.ts'

const SINGULAR: ReadonlyMap<string, string> = new Map([
  ['minutes', 'minute'],
  ['hours', 'hour'],
  ['days', 'day'],
  ['weeks', 'week'],
  ['months', 'month'],
])

/**
 * A number with its unit: '1 week', '2 weeks', '1.5 hours'. Takes both as any backend sends them: a unit
 * that is not known stays as it came. Gives undefined where there is none of it.
 */
export function amountOf(value: unknown, unit: unknown): string | undefined {
  const given = typeof value === 'string' ? value.trim() : value
  const isText = typeof given === 'string' && given !== ''
  if ((!isText && !Number.isFinite(given)) || Number(given) <= 0) return undefined
  const word = typeof unit === 'string' ? unit : ''
  return `${given} ${plural(Number(given), SINGULAR.get(word) ?? word, word)}`.trim()
}
