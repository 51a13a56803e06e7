import { lowered } from '#model/words.ts'

/**
 * The language of the console is defined here and in admin.html (`lang` and `dir` of `<html>`) only. Tests build
 * the console with another one (tests/support/pseudo); real translations replace this file in the same way.
 */

/** Locale of all numbers, dates and sort orders. */
export const LOCALE = 'en'

/** The translation of a text: one wording, or one for each plural form of the language. */
export type Wording = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

/**
 * Returns the translation of a text, by its English wording; for a message with a count, by the wording for many.
 * Undefined means English.
 */
export function wordingIn(_english: string): Wording | undefined {
  return undefined
}

/** Returns a capitalized word as it is written within a sentence: lower case in English, but not for German nouns. */
export function withinSentence(words: string): string {
  return lowered(words)
}
