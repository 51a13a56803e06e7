import { lowered } from '#model/words.ts'

/**
 * The language of the console: this file and what `<html>` says in admin.html (lang, dir) are all of it. Tests build
 * the console with another one (tests/support/pseudo), and so will every other language.
 */

/** For every number, date and order. */
export const LOCALE = 'en'

/** The translation of a text: one wording, or one for each plural form of the language. */
export type Wording = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)

/** English is the key, of a message with a count its wording for many. What is not found is shown in English. */
export function wordingIn(_english: string): Wording | undefined {
  return undefined
}

/** Returns a capitalized word as it is written within a sentence: lower case in English, but not for German nouns. */
export function withinSentence(words: string): string {
  return lowered(words)
}
