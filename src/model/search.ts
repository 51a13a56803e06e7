import { trimUnseen } from './clean-text.ts'
import { findAt } from './paths.ts'
import type { Resource } from './resource.ts'

/** Increment when `fold` or `searchText` changes, so that stored search texts are rebuilt. */
export const SEARCH_VERSION = 1

/** The API takes no longer search text. */
export const LONGEST_SEARCH = 100

/** Maximum number of words that a search compares. The longest are used, because they match the fewest records. */
export const MOST_WORDS = 10

/** Letters with strokes and ligatures, which Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Normalizes a text for search: lower case, no diacritics, single spaces. 'Zoë  ŁUKASZ' gives 'zoe lukasz'. */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðħıßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

const collator = new Intl.Collator('en', { numeric: true })

/**
 * Compares texts as the server's lists sort them (server/records/schema.ts): by letters,
 * then accents. Ignores case and compares numbers by value.
 */
export function compareTexts(one: string, other: string): number {
  return collator.compare(one.toLowerCase(), other.toLowerCase())
}

/** Separators of words, as in 'Navarro, María' and '"close reading"'. C++, C#, .NET and 50% keep their signs. */
const BETWEEN = /[\s,;\p{Ps}\p{Pe}\p{Pi}\p{Pf}"]+/u
const AT_ENDS = /^[¿¡':]+|[':.!?]+$/g

/**
 * Returns the folded words of a search. A record matches if its text contains all of them. Drops words contained in
 * others, and the shortest above MOST_WORDS. A search of signs only is one word.
 */
export function searchWords(search: string): string[] {
  const folded = trimUnseen(fold(search))
  const words = folded
    .split(BETWEEN)
    .map((word) => trimUnseen(word).replace(AT_ENDS, ''))
    .filter((word) => word !== '')
  if (words.length === 0) return folded === '' ? [] : [folded]
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length)
  return longestFirst
    .filter((word, index) => !longestFirst.slice(0, index).some((longer) => longer.includes(word)))
    .slice(0, MOST_WORDS)
}

/** Returns whether a text contains all words of a search. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}

/** Returns the folded text of all values that a search covers. */
export function searchText({ search }: Pick<Resource, 'search'>, record: unknown): string {
  const texts = search
    .flatMap((path) => findAt(record, path))
    .flatMap(({ value }) => value)
    .filter((value) => typeof value === 'string')
  return fold(texts.join(' '))
}
