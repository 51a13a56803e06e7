import { plural } from '#model/words.ts'
import { LOCALE, type Wording, withinSentence, wordingIn } from './language.ts'

/** Variables of a text: {count} is replaced by vars.count, with numbers in the language's format. */
export type Vars = Record<string, string | number>

const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 20 })
const rules = new Intl.PluralRules(LOCALE)

/**
 * Translates a text of the console. Every visible text passes through here. Takes the English text and returns the
 * translation, in the plural form of `count` if the language has several.
 */
export function translate(english: string, vars: Vars = {}): string {
  return filled(formOf(wordingIn(english) ?? english, vars.count), vars)
}

/** Translates a label for use within a sentence, with the language's capitals: 'Career Fields' as 'career fields'. */
export function translateWithin(english: string): string {
  return withinSentence(translate(english))
}

/**
 * Translates a message in the plural form of `count`. English has two wordings, other languages their own forms.
 * Braces without a value in `vars` remain for the caller.
 */
export function translateCount(count: number, one: string, many: string, vars: Vars = {}): string {
  return filled(formOf(wordingIn(many) ?? plural(count, one, many), count), vars)
}

function formOf(wording: Wording, count: unknown): string {
  if (typeof wording === 'string') return wording
  return (typeof count === 'number' && wording[rules.select(count)]) || wording.other
}

function filled(text: string, vars: Vars): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : whole
    return typeof value === 'number' ? number.format(value) : String(value)
  })
}
