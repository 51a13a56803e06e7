import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from './shape.ts'

/** Raised when `fold` changes, so that stored search texts are made anew. */
export const FOLD_VERSION = 1

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

/** The folded text of everything a resource is searched by. */
export function searchText(resource: Resource, data: Data): string {
  const words = resource.search
    .map((path) => getAt(data, path))
    .filter((v) => typeof v === 'string')
  return fold(words.join(' '))
}

/** A LIKE pattern that finds the words literally, wherever they stand. */
export function containsPattern(search: string): string {
  return `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
}
