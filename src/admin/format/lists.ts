import { LOCALE } from './language.ts'

/** Joins texts for a sentence: 'a, b, and c'. */
export function listInSentence(things: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(things)
}

/** Joins names with the language's separator: 'a, b, c'. */
export function listInRow(things: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' }).format(things)
}
