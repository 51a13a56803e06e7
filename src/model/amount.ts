const plural = new Intl.PluralRules('en')

const SINGULAR: ReadonlyMap<string, string> = new Map([
  ['minutes', 'minute'],
  ['hours', 'hour'],
  ['days', 'day'],
  ['weeks', 'week'],
  ['months', 'month'],
])

/**
 * A number with its unit: '1 week', '2 weeks', '1.5 hours'. Takes both as any backend sends them: a unit
 * that is not known stays as it came.
 */
export function amountOf(value: number | string, unit: string): string {
  const one = plural.select(Number(value)) === 'one' ? SINGULAR.get(unit) : undefined
  return `${value} ${one ?? unit}`.trim()
}
