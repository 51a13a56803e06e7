import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Import } from '#contract/imports.ts'
import { IMPORT_ENCODINGS, type ImportSeparator } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'

type Counts = Import['counts']

/** 'users', within a sentence. */
export function things({ label }: Resource): string {
  return translateWithin(label.many)
}

/** 'user', within a sentence. */
export function thing({ label }: Resource): string {
  return translateWithin(label.one)
}

/** '1 row', '1,204 rows'. */
export function rowsOf(count: number): string {
  return counted(count, '{count} row', '{count} rows')
}

/** How many rows would write something. */
export function writing({ create, update }: Counts): number {
  return create + update
}

/** '340 new, 864 changed': what of it there is. */
function madeOf({ create, update }: Counts): string {
  const parts: [count: number, words: string][] = [
    [create, '{count} new'],
    [update, '{count} changed'],
  ]
  return listInRow(
    parts.filter(([count]) => count > 0).map(([count, words]) => counted(count, words, words)),
  )
}

/** 'Import 1,204 rows (340 new, 864 changed)' */
export function applyWords(counts: Counts): string {
  return translate('Import {rows} ({what})', {
    rows: rowsOf(writing(counts)),
    what: madeOf(counts),
  })
}

/** What is said once it is done: '340 users created, 864 users changed.' */
export function doneWords({ label }: Resource, { create, update }: Counts): string {
  const [one, many] = [lowered(label.one), lowered(label.many)]
  const parts = [
    ...(create > 0 ? [counted(create, `{count} ${one} created`, `{count} ${many} created`)] : []),
    ...(update > 0 ? [counted(update, `{count} ${one} changed`, `{count} ${many} changed`)] : []),
  ]
  if (parts.length === 0) return translate('Nothing was changed.')
  return translate('{what}.', { what: listInRow(parts) })
}

/** How much of a whole is done, from 0 to 100. */
export const percentOf = (done: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.round((done / whole) * 100)) : 0

const SEPARATORS: readonly { value: ImportSeparator; label: string }[] = [
  { value: 'comma', label: 'Comma (,)' },
  { value: 'semicolon', label: 'Semicolon (;)' },
  { value: 'tab', label: 'Tab' },
  { value: 'pipe', label: 'Vertical bar (|)' },
]

export function encodings() {
  return IMPORT_ENCODINGS.map(({ value, label }) => ({ value, label: translate(label) }))
}

export function separators() {
  return SEPARATORS.map(({ value, label }) => ({ value, label: translate(label) }))
}
