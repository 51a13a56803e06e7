import type { Import, ImportColumn, ImportField } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'

/** The field that each column of a file fills, in the columns' order; null for none. */
export type Matched = readonly (string | null)[]

/** The fields that more than one column would fill. */
export function filledTwice(matched: Matched): ReadonlySet<string> {
  return new Set(
    matched.flatMap((field, at) => (field !== null && matched.indexOf(field) < at ? field : [])),
  )
}

/** Whether a field is a password, which no step shows. */
export function isPassword({ fields }: Resource, path: string | null): boolean {
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

/** By what rows are matched once columns fill other fields: as was chosen, as long as a column says it. */
export function keyAfter(
  about: Pick<Import, 'keys'>,
  matched: Matched,
  chosen: string | null,
  mayBeNew: boolean,
): string | null {
  const keys = keysIn(about, matched)
  if (chosen === null && mayBeNew) return null
  return (keys.find(({ path }) => path === chosen) ?? keys[0])?.path ?? null
}

/** The fields of a file's columns when it was read again: as they were before, where one column has the same name. */
export function matchedAgain(
  columns: readonly ImportColumn[],
  before: readonly ImportColumn[],
): Matched {
  return columns.map(({ header, field }) => {
    const named = (all: readonly ImportColumn[]) => all.filter((one) => one.header === header)
    const [same, ...more] = named(before)
    return same && more.length === 0 && named(columns).length === 1 ? same.field : field
  })
}
