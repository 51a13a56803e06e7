import { withinSentence } from '#admin/format/language.ts'
import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import type { Field, ListField } from '#model/declaration.ts'
import { getAt, isObject, setAt } from '#model/paths.ts'
import { lowered } from '#model/words.ts'

/** The field whose text is what an entry is called. Several lines pasted into it are offered as several entries. */
export function titleField({ fields }: ListField): Field | undefined {
  return fields.find(({ kind }) => kind === 'text')
}

/** What an entry is called: the text of its title; '' where there is none. */
export function titleOf(list: ListField, entry: unknown): string {
  return textAt(getAt(entry, titleField(list)?.path ?? ''))
}

/** 'Step "Pack"' */
export function entryName(list: ListField, entry: unknown): string {
  const [one, title] = [translate(list.one), titleOf(list, entry)]
  if (title) return translate('{entry} "{title}"', { entry: one, title })
  return titleField(list) ? translate('{entry} without a title', { entry: one }) : one
}

/** Where an entry stands, from 0, in its list and in those around it. */
export interface Place {
  index: number
  /** What stands before the name of each, where the name alone would not be unique: 'Phase 2'. */
  within: string | undefined
}

/** 'Step 2', or 'Phase 2, milestone 1'. */
export function placeName(list: ListField, { index, within }: Place): string {
  const own = translate('{entry} {number}', { entry: translate(list.one), number: index + 1 })
  return within ? `${within}, ${withinSentence(own)}` : own
}

/** What stands above the control of an entry's field. */
export function visibleLabel({ label }: Field, { index }: Place): string {
  return translate(label, { number: index + 1 })
}

/** What that control is called, which no other of the form is: 'Step 2 title', 'Phase 2, Milestone 1 Title'. */
export function controlName(list: ListField, field: Field, place: Place): string {
  const label = visibleLabel(field, place)
  const [entry, number] = [translate(list.one), place.index + 1]
  const own = field.label.includes('{number}')
    ? label
    : translate('{entry} {number} {field}', { entry, number, field: withinSentence(label) })
  return place.within ? `${place.within}, ${own}` : own
}

/** What stands before the names in the lists of an entry. Those of the very first are called by their own alone. */
export function within(list: ListField, place: Place): string | undefined {
  return place.index === 0 ? place.within : placeName(list, place)
}

/** What a folded entry says beside its title: '3 milestones', or else how its first text begins. */
export function noteOf(list: ListField, entry: unknown): string {
  const counts = list.fields
    .filter((field) => field.kind === 'list')
    .map((field) => {
      const [one, many] = [lowered(field.one), lowered(field.label)]
      return counted(countAt(entry, field), `{count} ${one}`, `{count} ${many}`)
    })
  if (counts.length > 0) return listInRow(counts)
  const told = list.fields.find(
    (field) =>
      field !== titleField(list) && TOLD.has(field.kind) && textAt(getAt(entry, field.path)),
  )
  return told ? textAt(getAt(entry, told.path)).slice(0, EXCERPT) : ''
}

/** The kinds whose values say something without their label. */
const TOLD: ReadonlySet<Field['kind']> = new Set(['text', 'textArea', 'commaList', 'email', 'url'])
/** No line shows more. */
const EXCERPT = 160

function countAt(entry: unknown, { path }: ListField): number {
  const entries = getAt(entry, path)
  return Array.isArray(entries) ? entries.length : 0
}

/** One entry of a list: a step, a phase, a milestone, as the form holds it. Keys nobody knows stay in it. */
export type Entry = Record<string, unknown>

/** The same entry once more, as a new one: without what a server knows it and those within it by. */
export function copyOf({ fields }: ListField, { _id, id, order, ...rest }: Entry): Entry {
  return fields.reduce<Entry>((copy, field) => {
    const inner = field.kind === 'list' ? getAt(copy, field.path) : undefined
    if (field.kind !== 'list' || !Array.isArray(inner)) return copy
    return setAt(
      copy,
      field.path,
      inner.map((one) => (isObject(one) ? copyOf(field, one) : one)),
    )
  }, rest)
}

/** Whether anything was typed into an entry. */
export function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (isObject(value)) return Object.values(value).some(hasContent)
  return typeof value === 'number' || (Array.isArray(value) && value.length > 0)
}
