import { formatAmount } from '#admin/format/amounts.ts'
import { translate } from '#admin/format/translate.ts'
import { choiceLabel } from '#model/choices.ts'
import type { Column } from '#model/columns.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { isLong } from '../cells/is-long.ts'
import { columnOfField } from '../changes/column-at.ts'

/** Something that a record says, under its label. */
export type Fact = { label: string; isWide: boolean } & (
  | { kind: 'value'; column: Column }
  /** Words that are made of the record, like an amount with its unit. */
  | { kind: 'words'; text: string }
  | { kind: 'entries'; field: ListField; path: string }
)

/** The facts under a heading, in the declaration's order. */
export interface FactGroup {
  heading: string | undefined
  facts: Fact[]
}

/** All that a declaration shows of a record, each once. */
export interface Facts {
  groups: FactGroup[]
  /** What columns show and no form writes: times, computed values. */
  rest: Fact[]
}

/** Gathers what the columns, the detail and the fields of a declaration show of a record; its name stands above. */
export function factsOf(resource: Resource, row: Row): Facts {
  const { columns, fields, detail = [] } = resource
  const status = statusOf(resource)
  const more = typeof detail === 'string' ? [] : detail
  // A component of its own shows all that a form writes.
  const shown = typeof detail === 'string' ? [] : fields
  const facts = shown.flatMap((field, at) => factOf(resource, field, shown[at + 1], row) ?? [])
  const known = new Set<string>()
  const fresh = (fact: Fact) => {
    const keys = [fact.label, pathOf(fact)].filter((key) => key !== undefined)
    if (keys.some((key) => known.has(key))) return false
    for (const key of keys) known.add(key)
    return true
  }
  if (status) fresh(columnFact(resource, status))
  const detailed = more.map((column) => columnFact(resource, column)).filter(fresh)
  const grouped = facts.filter(({ fact }) => !isName(resource, fact) && fresh(fact))
  const named = nameOf(resource, row)
  return {
    groups: [
      ...(detailed.length > 0 ? [{ heading: undefined, facts: detailed }] : []),
      ...inGroups(grouped),
    ],
    rest: columns
      // Where it is used stands in a part of its own.
      .filter(({ kind }) => kind !== 'uses')
      .filter((column) => column.kind === 'part' || textOf(resource, column, row) !== named)
      .map((column) => columnFact(resource, column))
      .filter((fact) => !isName(resource, fact) && fresh(fact)),
  }
}

/** A field of a list's entry as a fact of the record; undefined where it says nothing. */
export function entryFact(
  resource: Resource,
  field: Field,
  at: string,
  number: number,
  row: Row,
): Fact | undefined {
  const path = `${at}.${field.path}`
  const value = getAt(row, path)
  const isEmpty = value === undefined || value === null || value === ''
  if (isEmpty || (Array.isArray(value) && value.length === 0)) return undefined
  const label = field.label.replace('{number}', String(number))
  return factOf(resource, { ...field, path, label } as Field, undefined, row)?.fact
}

interface Grouped {
  group: string | undefined
  fact: Fact
}

function inGroups(facts: readonly Grouped[]): FactGroup[] {
  const groups: FactGroup[] = []
  for (const { group: heading, fact } of facts) {
    const last = groups.at(-1)
    if (last && last.heading === heading) last.facts.push(fact)
    else groups.push({ heading, facts: [fact] })
  }
  return groups
}

function factOf(
  resource: Resource,
  field: Field,
  next: Field | undefined,
  row: Row,
): Grouped | undefined {
  const { kind, group } = field
  // The form of a mentor writes the first of a list of references: all of it is shown.
  const path = kind === 'reference' ? field.path.replace(/\.0$/, '') : field.path
  const label = field.label.replace(/ \(.*\)$/, '')
  if (kind === 'list')
    return { group: field.label, fact: { label, isWide: true, kind: 'entries', field, path } }
  const [, amount] = /^(.+)\.value$/.exec(path) ?? []
  if (amount && next?.path === `${amount}.unit`) {
    const text = formatAmount(getAt(row, path), getAt(row, next.path)) ?? ''
    return {
      group,
      fact: { label: label.replace(/ Value$/, ''), isWide: false, kind: 'words', text },
    }
  }
  if (/\.unit$/.test(path) && getAt(row, path.replace(/unit$/, 'value')) !== undefined)
    return undefined
  const column = columnFor(resource, field, path, label)
  if (!column) return undefined
  const isWide = kind === 'textArea' || kind === 'json' || isLong(resource, column)
  if (kind === 'select' && column.kind === 'text')
    return { group, fact: { label, isWide, kind: 'words', text: choiceOf(resource, field, row) } }
  return { group, fact: { label, isWide, kind: 'value', column } }
}

/** How the declaration shows what a field writes: as its column does, or else by the field's kind. */
function columnFor(
  { columns, detail = [] }: Resource,
  field: Field,
  path: string,
  label: string,
): Column | undefined {
  const all = [...columns, ...(typeof detail === 'string' ? [] : detail)]
  const declared = all.find((column) => 'path' in column && column.path === path)
  if (declared) return { ...declared, label }
  return columnOfField({ path, label, absent: 'N/A' }, field)
}

/** A column of whether it is active, or the field that says so. */
export function statusOf({ columns, fields }: Resource): Column | undefined {
  const column = columns.find(({ kind }) => kind === 'status')
  if (column) return column
  const field = fields.find((one) => one.kind === 'boolean' && one.yes === 'Active')
  return field && { kind: 'status', path: field.path, label: field.label }
}

function choiceOf(resource: Resource, field: Field, row: Row): string {
  const value = getAt(row, field.path)
  const text = typeof value === 'string' ? value : ''
  const label = choiceLabel(resource, field.path, text)
  return label === undefined ? text : translate(label)
}

function columnFact(resource: Resource, column: Column): Fact {
  return { label: column.label, isWide: isLong(resource, column), kind: 'value', column }
}

/** Where the value that a fact shows stands in the record. */
function pathOf(fact: Fact): string | undefined {
  return fact.kind === 'value' && 'path' in fact.column ? fact.column.path : undefined
}

function isName({ recordName }: Resource, fact: Fact): boolean {
  const path = pathOf(fact)
  return path !== undefined && recordName.includes(path)
}
