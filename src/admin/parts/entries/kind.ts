import type { ComponentType } from 'react'
import type { FieldErrors } from '#model/words.ts'
import type { Entry } from './lines.ts'

/** What the entries of a list are, and how one is edited. */
export interface EntryKind {
  /** 'Step', 'Steps': in translate's English. */
  one: string
  many: string
  /** Said when there is none, where nothing else says it. */
  none?: string
  /** What stands before the name of each, where the name alone would not be unique: 'Phase 2'. */
  within?: string | undefined
  /** A new entry. */
  blank: Entry
  /** Whether an entry can be folded to its head. The first one and new ones start open. */
  isFolding?: boolean
  /** What the head of a folded entry says of it. */
  summary?: (entry: Entry) => Summary
  Body: ComponentType<EntryBodyProps>
}

/** What an entry is called, and how much is in it. */
export interface Summary {
  title: string
  note: string
  /** What is likely to be forgotten, said below the head whether it is folded or not. */
  remark?: string | undefined
}

/** What edits one entry. */
export interface EntryBodyProps {
  /** Inner controls are called `${id}_title`: the form finds the first wrong one by it. */
  id: string
  /** From 0. */
  index: number
  /** 'Step 2' or 'Phase 2, milestone 1'. */
  name: string
  within: string | undefined
  entry: Entry
  /** By the path below the entry: { title: … }. */
  errors: FieldErrors
  /** Sets the value at a path below the entry; undefined takes it away. */
  edit: (path: string, value: unknown) => void
  /** Makes several entries of texts, this one the first if it has no title yet. */
  spread: (titles: readonly string[]) => void
}
