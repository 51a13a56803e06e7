import type { CrudFilter, CrudSort } from '@refinedev/core'
import { dayCounted, todayCounted } from '#admin/format/time.ts'
import { addDays, isDay } from '#contract/days.ts'
import {
  choicesIn,
  DELETED,
  daysOfWord,
  EMPTY,
  IDS,
  listFilters,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { findAt, getAt, idOf } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { compareTexts, hasWords, searchText, searchWords } from '#model/search.ts'
import { filterParameters, sortParameter } from '../crud-filters.ts'
import { textAt } from './coerce.ts'

export type Query = Record<string, string>

/** One condition of a list: a search, a filter, or the order. */
export interface Condition {
  kind: 'search' | 'filter' | 'sort'
  /** Key under which findings about it are stored: `search`, the filter's path, `role several`, `sort -createdAt`. */
  name: string
  query: Query
  /**
   * A query to compare with, which shows whether the backend applies the condition: no search or filter, the first
   * of several choices, or the reverse order.
   */
  instead: Query
  /** Returns the rows that meet the condition, in its order. A row without the value meets no filter. */
  apply: (rows: readonly Row[]) => Row[]
  /** Returns whether the rows can be the backend's own answer. Days may be in another time zone. */
  isMet: (rows: readonly Row[]) => boolean
}

/** Splits Refine's list parameters into single conditions. Throws for an operator that the API does not have. */
export function conditionsOf(
  resource: Resource,
  filters: CrudFilter[] = [],
  sorters: CrudSort[] = [],
): Condition[] {
  filterParameters(filters)
  const fields = new Set(filters.flatMap((one) => ('field' in one ? [one.field] : [])))
  const narrowing = [...fields].map((field): Condition => {
    const own = filters.filter((one) => 'field' in one && one.field === field)
    const query = filterParameters(own)
    const [first = '', ...others] = choicesAsked(resource, field, query[field])
    const isSeveral = others.length > 0
    const fits = field === 'search' ? searching(resource, query) : filtering(resource, field, query)
    const nearlyFits = field === 'search' ? fits : filtering(resource, field, query, 1)
    return {
      kind: field === 'search' ? 'search' : 'filter',
      name: isSeveral ? `${field} several` : field,
      query,
      instead: isSeveral ? { [field]: first } : {},
      apply: (rows) => rows.filter(fits),
      isMet: (rows) => rows.every(nearlyFits) && !(isSeveral && rows.length === 0),
    }
  })
  const query = sortParameter(sorters)
  const inOrder = (rows: readonly Row[]) =>
    rows.toSorted((one, other) => compared(one, other, sorters))
  const ordering: Condition = {
    kind: 'sort',
    name: `sort ${query.sort}`,
    query,
    instead: sortParameter(
      sorters.map(({ field, order }) => ({ field, order: order === 'asc' ? 'desc' : 'asc' })),
    ),
    apply: inOrder,
    isMet: (rows) => isSameRows(inOrder(rows), rows),
  }
  return [...narrowing, ordering].filter(({ query }) => Object.keys(query).length > 0)
}

export function queryOf(conditions: readonly Condition[]): Query {
  return Object.assign({}, ...conditions.map(({ query }) => query))
}

export function isSameRows(some: readonly Row[], others: readonly Row[]): boolean {
  return some.length === others.length && some.every(({ id }, at) => id === others[at]?.id)
}

function searching(resource: Resource, { search = '' }: Query): (row: Row) => boolean {
  const words = searchWords(search)
  return (row) => hasWords(searchText(resource, row), words)
}

/** Returns whether a row meets a filter. `room` days widen a range at both ends. */
function filtering(
  resource: Resource,
  field: string,
  query: Query,
  room = 0,
): (row: Row) => boolean {
  const { [field]: is, [rangeFrom(field)]: from, [rangeTo(field)]: to } = query
  const word = query[rangeWord(field)]
  const wanted = choicesAsked(resource, field, is)
  const reference = referencesOf(resource.create).find(
    ({ path }) => path === field || path === `${field}.*`,
  )
  const isNumber = listFilters(resource).some(
    ({ path, kind }) => path === field && kind === 'number',
  )
  return (row) => {
    if (field === IDS) return is?.split(',').includes(row.id) === true
    if (field === DELETED) return getAt(row, 'deletedAt') !== undefined
    if (is !== undefined) {
      const values = reference
        ? findAt(row, reference.path).map(({ value }) => idOf(value))
        : [getAt(row, field)].flat()
      return values.some(
        (one) => wanted.includes(textOf(one)) || (typeof one === 'number' && one === Number(is)),
      )
    }
    const value = getAt(row, field)
    if (word === EMPTY) return (value ?? '') === ''
    if (isNumber) return typeof value === 'number' && isWithin(value, toNumber(from), toNumber(to))
    const named = word === undefined ? undefined : daysOfWord(word, todayCounted())
    const { start, end } = named ?? { start: from, end: to }
    const at = dayOf(textOf(value))
    return at !== '' && [-room, 0, room].some((days) => isWithin(addDays(at, days), start, end))
  }
}

/** Returns the day of a moment in the counting zone, or the calendar day itself; '' for other texts. */
function dayOf(text: string): string {
  if (isDay(text)) return text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : dayCounted(at)
}

/** Returns the values of a filter, or the single one of a filter without choices. */
function choicesAsked(resource: Resource, field: string, is: string | undefined) {
  if (is === undefined) return []
  const isChoice = listFilters(resource).some(
    ({ path, kind }) => path === field && kind === 'choice',
  )
  return isChoice ? choicesIn(is) : [is]
}

function isWithin<T extends string | number>(value: T, from: T | undefined, to: T | undefined) {
  return (from === undefined || value >= from) && (to === undefined || value <= to)
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

/** Compares two rows. Rows without the value sort last in both directions. */
function compared(one: Row, other: Row, sorters: readonly CrudSort[]): number {
  for (const { field, order } of sorters) {
    const [here, there] = [getAt(one, field) ?? '', getAt(other, field) ?? '']
    if (here === '' || there === '') {
      if (here !== there) return here === '' ? 1 : -1
      continue
    }
    const by =
      typeof here === 'number' && typeof there === 'number'
        ? here - there
        : compareTexts(textOf(here), textOf(there))
    if (by !== 0) return order === 'desc' ? -by : by
  }
  return 0
}

function textOf(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : textAt(value)
}
