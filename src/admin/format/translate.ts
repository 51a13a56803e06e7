/** The one language of the console, for every number, date and order. */
export const LOCALE = 'en'

/** Words to put into a text: {count} is replaced by vars.count. */
export type Vars = Record<string, string | number>

/** Other wordings by their English text. English is the key and needs no entry. */
const words: Readonly<Record<string, string>> = {}

/** Every visible string of the console goes through here. Takes the English text; gives what is shown. */
export function translate(english: string, vars: Vars = {}): string {
  const text = words[english] ?? english
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(vars, name) ? String(vars[name]) : whole,
  )
}

const plurals = new Intl.PluralRules(LOCALE)

/** Which of two wordings a count takes. */
export function plural(count: number, one: string, many: string): string {
  return plurals.select(count) === 'one' ? one : many
}
