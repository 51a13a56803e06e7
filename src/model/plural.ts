const rules = new Intl.PluralRules('en')

/** Returns the English wording for a count. Both may contain it: '1 record', '{count} records'. */
export function plural(count: number, one: string, many: string): string {
  return rules.select(count) === 'one' ? one : many
}

/** Formats a count with its noun: '1 record', '12 records'. The default plural adds an 's'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${plural(count, one, many)}`
}
