const rules = new Intl.PluralRules('en')

/** Which of two English wordings a count takes. Both may name it: '1 record', '{count} records'. */
export function plural(count: number, one: string, many: string): string {
  return rules.select(count) === 'one' ? one : many
}

/** '1 record', '12 records': a count in digits with its noun, whose plural is one 's' more unless it is given. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${plural(count, one, many)}`
}
