import { translate } from '#admin/format/translate.ts'
import type { Import, ImportColumn, ImportField, ImportRow, RowFault } from '#contract/imports.ts'
import type { Column } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { columnAt } from '../changes/column-at.ts'

/** The field that each column of a file fills, in the columns' order; '' for none. */
export type Matched = readonly string[]

/** The same as the server has it: null for none. */
export function fieldsOf(matched: Matched): (string | null)[] {
  return matched.map((field) => field || null)
}

/** Whether a field is a password, which no step shows. */
export function isPassword({ fields }: Resource, path: string | null | undefined): boolean {
  return fields.some((one) => one.path === path && one.kind === 'password')
}

/** The fields that a new record must have, and no column fills. */
export function unfilled({ fields }: Pick<Import, 'fields'>, matched: Matched): ImportField[] {
  return fields.filter(({ isRequired, path }) => isRequired && !matched.includes(path))
}

/** By what the rows of a file can find the records that they change. */
export function keysIn({ keys }: Pick<Import, 'keys'>, matched: Matched): Import['keys'] {
  return keys.filter(({ path }) => matched.includes(path))
}

/** By what rows are matched once columns fill other fields: as was chosen, as long as a column says it; '' for nothing. */
export function keyAfter(
  about: Pick<Import, 'keys'>,
  matched: Matched,
  chosen: string,
  mayBeNew: boolean,
): string {
  const keys = keysIn(about, matched)
  if (chosen === '' && mayBeNew) return ''
  return (keys.find(({ path }) => path === chosen) ?? keys[0])?.path ?? ''
}

/** The fields of a file's columns when it was read again: as they were before, where one column has the same name. */
export function matchedAgain(
  columns: readonly ImportColumn[],
  before: readonly ImportColumn[],
): Matched {
  return columns.map(({ header, field }) => {
    const named = (all: readonly ImportColumn[]) => all.filter((one) => one.header === header)
    const [same, ...more] = named(before)
    return (same && more.length === 0 && named(columns).length === 1 ? same.field : field) ?? ''
  })
}

/** A column of the file that fills a field. */
export interface FilledColumn {
  /** Its place in the file, from 0. */
  at: number
  path: string
  label: string
  hint: string | undefined
  /** A password. */
  isSecret: boolean
  /** How the rest of the console shows that field. */
  column: Column | undefined
}

/** The columns of a file that fill a field, in its order. */
export function filledColumns(resource: Resource, { columns, fields }: Import): FilledColumn[] {
  return columns.flatMap(({ header, field: path }, at) => {
    if (path === null) return []
    const known = fields.find((one) => one.path === path)
    const label = known ? translate(known.label) : header
    const isSecret = isPassword(resource, path)
    return { at, path, label, hint: known?.hint, isSecret, column: columnAt(resource, path) }
  })
}

/** The faults of a row that no column of the file has. */
export function ownFaults({ faults }: ImportRow, filled: readonly FilledColumn[]): RowFault[] {
  return faults.filter(({ column }) => !filled.some(({ at }) => at === column))
}
