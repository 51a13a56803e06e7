import type { CrudFilter, CrudSort } from '@refinedev/core'
import { LOCALE } from '#admin/format/language.ts'
import { dayCounted, todayCounted } from '#admin/format/time.ts'
import { hasChanges } from '#admin/http/session.ts'
import { addDays, EARLIEST_DAY, isDay, LATEST_DAY } from '#contract/insight/days.ts'
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
import { describe } from '#model/describe.ts'
import { findAt, getAt, idOf } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { hasWords, searchText, searchWords } from '#model/search.ts'
import { compareTexts } from '#model/text-order.ts'
import { filterParameters, sortParameter } from '../crud-filters.ts'
import { textAt } from './coerce.ts'

export type Query = Record<string, string>

/** Something that a list is asked for: a search, one filter, or the order. */
export interface Condition {
  kind: 'search' | 'filter' | 'sort'
  /** What is remembered of it: `search`, the filter's path, `role several`, `sort -createdAt`. */
  name: string
  query: Query
  /** The same parameters with a value that no record has; of a sort, the other way round. */
  probe: Query
  /** The probe may have an answer of its own, so only the very same rows say that it was not heeded. */
  isProbeAnswerable: boolean
  /** Whether a backend that heeds the condition cannot have answered these rows. */
  isBrokenBy: (rows: readonly Row[]) => boolean
  /** Those of the rows that it leaves, in its order. What a row does not say fits no filter. */
  apply: (rows: readonly Row[]) => Row[]
}

/** No record is called so; and beyond these no record has a day or a number. */
const NOBODY = 'zzqx-nobody-zzqx'
const BEYOND = {
  days: { before: EARLIEST_DAY, after: LATEST_DAY },
  number: { before: '-1e15', after: '1e15' },
}

/** What Refine asks of a list, each condition by itself. Throws for an operator that the API has not. */
export function conditionsOf(
  resource: Resource,
  filters: CrudFilter[] = [],
  sorters: CrudSort[] = [],
): Condition[] {
  filterParameters(filters)
  const fields = new Set(filters.flatMap((one) => ('field' in one ? [one.field] : [])))
  const narrowing = [...fields].map((field) => {
    const own = filters.filter((one) => 'field' in one && one.field === field)
    return narrowingBy(resource, field, filterParameters(own))
  })
  return [...narrowing, ordering(sorters)].filter(({ query }) => Object.keys(query).length > 0)
}

function narrowingBy(resource: Resource, field: string, query: Query): Condition {
  const fits = field === 'search' ? searching(resource, query) : filtering(resource, field, query)
  const isFlag = describe(resource.row, field)?.kind === 'boolean'
  const [one = '', ...others] = choicesAsked(resource, field, query[field])
  const isSeveral = others.length > 0
  const { before, after } = BEYOND[rangeKind(resource, field) ?? 'days']
  const never = (name: string, value: string) => {
    if (isFlag) return value === 'true' ? 'false' : 'true'
    if (isSeveral) return one
    if (name === rangeFrom(field)) return after
    return name === rangeTo(field) ? (query[rangeFrom(field)] ? after : before) : NOBODY
  }
  return {
    kind: field === 'search' ? 'search' : 'filter',
    name: isSeveral ? `${field} several` : field,
    query,
    probe: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, never(k, v)])),
    isProbeAnswerable: isFlag,
    // Another backend may take several choices for one that no record has; the probe asks for the first alone.
    isBrokenBy: (rows) =>
      (isSeveral && rows.length === 0 && !hasChanges()) ||
      !rows.every((row) => fits(row, 'nearly')),
    apply: (rows) => rows.filter((row) => fits(row, 'exactly')),
  }
}

/** 'nearly' leaves room for what only the backend knows: its time zone, and other places it searches. */
type Fit = (row: Row, how: 'exactly' | 'nearly') => boolean

function searching(resource: Resource, { search = '' }: Query): Fit {
  const words = searchWords(search)
  return (row, how) => {
    if (hasWords(searchText(resource, row), words)) return true
    return how === 'nearly' && hasWords(JSON.stringify(Object.values(row)), words)
  }
}

function filtering(resource: Resource, field: string, query: Query): Fit {
  const { [field]: is, [rangeFrom(field)]: from, [rangeTo(field)]: to } = query
  const word = query[rangeWord(field)]
  const wanted = choicesAsked(resource, field, is)
  const reference = referencesOf(resource.create).find(
    ({ path }) => path === field || path === `${field}.*`,
  )
  return (row, how) => {
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
    if (rangeKind(resource, field) === 'number')
      return typeof value === 'number' && isWithin(value, toNumber(from), toNumber(to))
    const named = word === undefined ? undefined : daysOfWord(word, todayCounted())
    const { start, end } = named ?? { start: from, end: to }
    const at = dayOf(textOf(value))
    const room = how === 'nearly' ? 1 : 0
    return at !== '' && isWithin(at, start && addDays(start, -room), end && addDays(end, room))
  }
}

/** The day of a moment where days are counted, or of the calendar; '' for none. */
function dayOf(text: string): string {
  if (isDay(text)) return text
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : dayCounted(at)
}

/** The values that a filter asks for; of one that takes no choices, the one. */
function choicesAsked(resource: Resource, field: string, is: string | undefined) {
  if (is === undefined) return []
  const isChoice = listFilters(resource).some(
    ({ path, kind }) => path === field && kind === 'choice',
  )
  return isChoice ? choicesIn(is) : [is]
}

function rangeKind(resource: Resource, field: string): keyof typeof BEYOND | undefined {
  const kind = listFilters(resource).find(({ path }) => path === field)?.kind
  return kind === 'days' || kind === 'number' ? kind : undefined
}

/** Both ends are within, and either may be open. */
function isWithin<T extends string | number>(value: T, from: T | undefined, to: T | undefined) {
  return (from === undefined || value >= from) && (to === undefined || value <= to)
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function ordering(sorters: CrudSort[]): Condition {
  const turned = sorters.map(({ field, order }) => ({
    field,
    order: order === 'desc' ? ('asc' as const) : ('desc' as const),
  }))
  const query = sortParameter(sorters)
  return {
    kind: 'sort',
    name: `sort ${query.sort}`,
    query,
    probe: sortParameter(turned),
    isProbeAnswerable: true,
    isBrokenBy: (rows) => isOutOfOrder(rows, sorters[0]),
    apply: (rows) => rows.toSorted((one, other) => compared(one, other, sorters)),
  }
}

/** By every order that a database may have: some count digits, some skip signs, some go by code points. */
const ORDERS: readonly ((one: string, other: string) => number)[] = [
  (one, other) => (one === other ? 0 : one < other ? -1 : 1),
  new Intl.Collator(LOCALE).compare,
  new Intl.Collator(LOCALE, { numeric: true, sensitivity: 'base' }).compare,
  new Intl.Collator(LOCALE, { ignorePunctuation: true, sensitivity: 'base' }).compare,
]

/** Whether two neighbours stand wrongly, whichever order is meant. Where a row says nothing, none is known. */
function isOutOfOrder(rows: readonly Row[], sorter: CrudSort | undefined): boolean {
  if (!sorter) return false
  const values = rows.map((row) => getAt(row, sorter.field))
  const sign = sorter.order === 'desc' ? -1 : 1
  return values.some((value, at) => {
    const before = values[at - 1]
    if (at === 0 || (before ?? '') === '' || (value ?? '') === '') return false
    if (typeof before === 'number' && typeof value === 'number') return sign * (before - value) > 0
    const [one, other] = [textOf(before).toLowerCase(), textOf(value).toLowerCase()]
    return ORDERS.every((order) => sign * order(one, other) > 0)
  })
}

/** Rows that say nothing stand at the end, whichever way round. */
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
