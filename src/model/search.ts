import { trimUnseen } from './clean-text.ts'
import { findAt } from './paths.ts'
import type { Resource } from './resource.ts'

/** Raised when `fold` or `searchText` changes, so that stored search texts are made anew. */
export const SEARCH_VERSION = 1

/** The API takes no longer search text. */
export const LONGEST_SEARCH = 100

/** How many words a search compares: the longest, which leave the fewest records. */
export const MOST_WORDS = 10

/** Letters that carry a stroke or are ligatures: Unicode does not take them apart. */
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

/** What a search compares: lower case, without diacritics, spaces single. 'Zoë  ŁUKASZ' gives 'zoe lukasz'. */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðħıßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Signs between words, as in 'Navarro, María' and '"close reading"'. C++, C#, .NET and 50% keep theirs. */
const BETWEEN = /[\s,;\p{Ps}\p{Pe}\p{Pi}\p{Pf}"]+/u
const AT_ENDS = /^[¿¡':]+|[':.!?]+$/g

/**
 * The words of a search, folded. A record is found when its text has each of them somewhere, in any order.
 * A word within another one is left out, and of too many the shortest. A search of nothing but signs is one
 * word; an empty one has none.
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

/** Whether a text holds all words of a search. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = fold(text)
  return words.every((word) => folded.includes(word))
}

/** The folded text of everything a resource is searched by: texts, and the entries of lists of texts. */
export function searchText({ search }: Pick<Resource, 'search'>, record: unknown): string {
  const texts = search
    .flatMap((path) => findAt(record, path))
    .flatMap(({ value }) => value)
    .filter((value) => typeof value === 'string')
  return fold(texts.join(' '))
}

/** The longest line that tells where a word was found, and how much of it stands before the word. */
const LINE = 90
const BEFORE = 30

/** One line of a text, from where the first of these words stands in it. */
export function excerpt(text: string, words: readonly string[], longest = LINE): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const at = Math.max(0, ...words.map((word) => fold(line).indexOf(word)))
  const from = at <= BEFORE ? 0 : line.indexOf(' ', at - BEFORE) + 1
  const rest = line.slice(from)
  const end =
    rest.length <= longest ? rest.length : Math.max(rest.lastIndexOf(' ', longest), longest / 2)
  return `${from > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? '…' : ''}`
}

/** A text of a record that a search looks into, and where it stands. */
export interface Searched {
  at: string
  text: string
}

/** The texts of a record that searches look into, in the order of the declaration. */
export function searchedIn({ search }: Pick<Resource, 'search'>, record: unknown): Searched[] {
  return search
    .flatMap((path) => findAt(record, path))
    .flatMap(({ at, value }) => [value].flat().map((text) => ({ at, text })))
    .filter((one): one is Searched => typeof one.text === 'string' && one.text.trim() !== '')
}
