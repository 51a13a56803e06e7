import type { Column } from '#model/columns.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { amountOf } from '#model/words.ts'
import { isLong } from '../cells/columns.ts'
import { columnAt } from '../changes/values.ts'

/** A labelled value of a record, shown by a column, or the entries of an ordered list. */
export type Fact = { label: string; isWide: boolean; path?: string } & (
  | { column: Column }
  | { field: ListField; path: string }
)

interface FactGroup {
  heading: string | undefined
  facts: Fact[]
}

/**
 * Collects the facts of a record from detail, fields and columns, each once: `groups` as in the form, and `rest`
 * for values that no form writes. Excludes name and status, which the header shows.
 */
export function factsOf(resource: Resource, row: Row): { groups: FactGroup[]; rest: Fact[] } {
  const { columns, fields, detail = [], recordName } = resource
  const known = new Set<string>(recordName)
  const isNew = ({ label, path }: Fact) => {
    const keys = path === undefined ? [label] : [label, path]
    const isKnown = keys.some((key) => known.has(key))
    for (const key of keys) known.add(key)
    return !isKnown
  }
  const byColumn = (column: Column): Fact => ({
    ...{ column, label: column.label, isWide: isLong(resource, column) },
    ...('path' in column && column.path !== undefined && { path: column.path }),
  })
  const status = statusOf(resource)
  if (status) isNew(byColumn(status))
  const groups: FactGroup[] = []
  const add = (heading: string | undefined, fact: Fact | undefined) => {
    if (!(fact && isNew(fact))) return
    const last = groups.at(-1)
    if (last && last.heading === heading) last.facts.push(fact)
    else groups.push({ heading, facts: [fact] })
  }
  // A custom detail component already shows all fields of the form.
  if (typeof detail !== 'string') {
    for (const column of detail) add(undefined, byColumn(column))
    for (const [at, field] of fields.entries())
      add(
        field.kind === 'list' ? field.label : field.group,
        factOf(resource, field, fields[at + 1], row),
      )
  }
  const named = nameOf(resource, row)
  const rest = columns
    // Uses have their own section.
    .filter(({ kind }) => kind !== 'uses')
    .filter((column) => column.kind === 'part' || textOf(resource, column, row) !== named)
    .map(byColumn)
    .filter(isNew)
  return { groups, rest }
}

/** Returns a field of a list's entry as a fact; undefined if it is empty. */
export function entryFact(
  resource: Resource,
  field: Field,
  at: string,
  number: number,
  row: Row,
): Fact | undefined {
  const path = `${at}.${field.path}`
  const value = getAt(row, path)
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  const label = field.label.replace('{number}', String(number))
  return factOf(resource, { ...field, path, label } as Field, undefined, row)
}

function factOf(
  resource: Resource,
  field: Field,
  next: Field | undefined,
  row: Row,
): Fact | undefined {
  const { kind } = field
  // A mentor's form writes only the first reference of a list, but the page shows all.
  const path = kind === 'reference' ? field.path.replace(/\.0$/, '') : field.path
  const label = field.label.replace(/ \(.*\)$/, '')
  if (kind === 'list') return { label, isWide: true, field, path }
  // Shows a value and its unit as one fact.
  const [, amount] = /^(.+)\.value$/.exec(path) ?? []
  if (amount && next?.path === `${amount}.unit`) {
    const of = (one: Row) => amountOf(getAt(one, path), getAt(one, next.path)) ?? ''
    const column: Column = { kind: 'of', label: label.replace(/ Value$/, ''), of, absent: 'N/A' }
    return { label: column.label, isWide: false, column }
  }
  if (/\.unit$/.test(path) && getAt(row, path.replace(/unit$/, 'value')) !== undefined)
    return undefined
  const column = columnAt(resource, path, field)
  if (!column) return undefined
  const isWide = kind === 'textArea' || kind === 'json' || isLong(resource, column)
  return { label, isWide, path, column }
}

/** Returns the column of the active status, or one made from its field. */
export function statusOf({ columns, fields }: Resource): Column | undefined {
  const column = columns.find(({ kind }) => kind === 'status')
  if (column) return column
  const field = fields.find((one) => one.kind === 'boolean' && one.yes === 'Active')
  return field && { kind: 'status', path: field.path, label: field.label }
}
