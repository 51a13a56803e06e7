import { LOCALE } from './language.ts'

/** 'a, b, and c', for a sentence. */
export function listInSentence(things: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(things)
}

/** 'a, b, c': names side by side, as the language separates them. */
export function listInRow(things: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' }).format(things)
}
