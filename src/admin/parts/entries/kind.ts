import type { PartProps } from '#admin/crud/parts/props.ts'
import { translate } from '#admin/format/translate.ts'
import type { Entry } from './lines.ts'

/** What the entries of a list are, and how one is edited. All words are translate's English. */
export interface EntryKind {
  /** 'Step', 'Steps'. */
  one: string
  many: string
  /** Said when there is none, where nothing else says it. */
  none?: string
  /** A new entry. */
  blank: Entry
  /** What the head of an entry says that can be folded to it. The first one and new ones start open. */
  summary?: (entry: Entry) => Summary
  /** In their order; those of a list within stand side by side where there is room. */
  fields: readonly (EntryField | readonly EntryField[])[]
}

interface FieldBase {
  /** Below the entry. */
  path: string
  /** What stands above it; {number} counts the entries from 1. */
  label: string
  /** What it is called where the label alone would not be unique. */
  name: string
}

export type EntryField =
  /** A line that must be filled. Several lines pasted into it are offered as several entries. */
  | (FieldBase & { kind: 'title' })
  | (FieldBase & { kind: 'area' })
  /** Several records of the resource of this Refine name. */
  | (FieldBase & { kind: 'references'; to: string })
  /** A list within the entry. */
  | (Pick<FieldBase, 'path' | 'label'> & { kind: 'entries'; of: EntryKind })

export interface ListProps extends PartProps {
  kind: EntryKind
  /** What stands before the name of each, where the name alone would not be unique: 'Phase 2'. */
  within?: string | undefined
}

/** What an entry is called, and how much is in it. */
export interface Summary {
  title: string
  note: string
  /** What is likely to be forgotten, said below the head whether it is folded or not. */
  remark?: string | undefined
}

/** 'Step "Pack"' */
export function entryName({ one }: EntryKind, entry: Entry | undefined): string {
  const title = String(entry?.title ?? '').trim()
  return title
    ? translate('{entry} "{title}"', { entry: translate(one), title })
    : translate('{entry} without a title', { entry: translate(one) })
}

/** Fields of a kind and of the lists within it, with their paths below the whole list: `*.milestones.*.missions`. */
export function referencesIn({ fields }: EntryKind, above = '*'): { to: string; path: string }[] {
  return fields.flat().flatMap((field) => {
    const path = `${above}.${field.path}`
    if (field.kind === 'entries') return referencesIn(field.of, `${path}.*`)
    return field.kind === 'references' ? [{ to: field.to, path }] : []
  })
}
