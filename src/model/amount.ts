import { plural } from './plural.ts'

/**
 * Formats a number with its unit: '1 week', '2 weeks', '1.5 hours'. Accepts any backend's values; an unknown unit
 * is returned as it is. Returns undefined without an amount.
 */
export function amountOf(value: unknown, unit: unknown): string | undefined {
  const given = typeof value === 'string' ? value.trim() : value
  const isText = typeof given === 'string' && given !== ''
  if ((!isText && !Number.isFinite(given)) || Number(given) <= 0) return undefined
  const word = typeof unit === 'string' ? unit : ''
  const one = word.replace(/^(minute|hour|day|week|month)s$/, '$1')
  return `${given} ${plural(Number(given), one, word)}`.trim()
}
