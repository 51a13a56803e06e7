import { withinSentence } from '#admin/format/language.ts'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import type { Field, ListField } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'

/** Returns the title of an entry: the text of its first text field, or ''. */
export function titleOf({ fields }: ListField, entry: unknown): string {
  return textAt(getAt(entry, fields.find(({ kind }) => kind === 'text')?.path ?? ''))
}

/** 'Step "Pack"' */
export function entryName(list: ListField, entry: unknown): string {
  const [one, title] = [translate(list.one), titleOf(list, entry)]
  return title ? translate('{entry} "{title}"', { entry: one, title }) : one
}

/** Position of an entry, from 0, in its list and the lists around it. */
export interface Place {
  index: number
  /** Prefix that makes the name of the entry unique: 'Phase 2'. */
  within: string | undefined
}

/** 'Step 2', or 'Phase 2, milestone 1'. */
export function placeName(list: ListField, { index, within }: Place): string {
  const own = translate('{entry} {number}', { entry: translate(list.one), number: index + 1 })
  return within ? `${within}, ${withinSentence(own)}` : own
}

/** The label above the control of an entry's field. */
export function visibleLabel({ label }: Field, { index }: Place): string {
  return translate(label, { number: index + 1 })
}

/** The name of that control, unique in the form: 'Step 2 title', 'Phase 2, Milestone 1 Title'. */
export function controlName(list: ListField, field: Field, place: Place): string {
  const label = visibleLabel(field, place)
  const [entry, number] = [translate(list.one), place.index + 1]
  const own = field.label.includes('{number}')
    ? label
    : translate('{entry} {number} {field}', { entry, number, field: withinSentence(label) })
  return place.within ? `${place.within}, ${own}` : own
}

/** Returns the prefix for names in the lists of an entry. The first entry has none of its own. */
export function within(list: ListField, place: Place): string | undefined {
  return place.index === 0 ? place.within : placeName(list, place)
}
