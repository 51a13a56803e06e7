import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { hasWords, searchWords } from '#model/search.ts'

/** Something that the palette offers. */
export interface Entry {
  id: string
  name: string
  /** A second line, or what it is one of. */
  line?: string | undefined
  icon?: ReactNode
  /** Further words by which it is found. */
  words?: string
  run: () => void
}

export interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

/** Those that have all words, and those first whose name begins with what was typed. */
export function narrowed(entries: readonly Entry[], typed: string): Entry[] {
  const words = searchWords(typed)
  const text = typed.trim().toLowerCase()
  const begins = ({ name }: Entry) => Number(!name.toLowerCase().startsWith(text))
  return entries
    .filter(({ name, line = '', words: more = '' }) => hasWords(`${name} ${line} ${more}`, words))
    .sort((a, b) => begins(a) - begins(b))
}

/** The groups with anything in them, by their translated titles. */
export function groupsOf(groups: Readonly<Record<string, readonly Entry[]>>): EntryGroup[] {
  return Object.entries(groups).flatMap(([title, entries]) =>
    entries.length > 0 ? { title: translate(title), entries } : [],
  )
}
