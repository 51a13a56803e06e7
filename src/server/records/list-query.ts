import * as z from 'zod'
import { MAX_ALL, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import { dayIn } from '#contract/days.ts'
import {
  choicesIn,
  createListReader,
  DELETED,
  daysOfWord,
  EMPTY,
  IS_DELETED,
  type ListFilter,
  listFilters,
  MOST_IDS,
  MOST_PAGES,
  rangeFrom,
  rangeTo,
  rangeWord,
  readSort,
  sortPaths,
} from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import { filteredReference } from '#model/references.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, MOST_WORDS } from '#model/search.ts'
import { startOfDay } from '#server/db/days.ts'
import { dayParameter, type JsonSchema } from '#server/http/json-schema.ts'
import { createQuery, type Query } from '#server/http/query.ts'
import { invalidParameter, parameterFault } from '#server/http/refusal.ts'
import type { IsLegacyChoice } from './legacy-values.ts'
import type { RowQuery } from './list.ts'
import { isId } from './shape.ts'
import type { Filter } from './where.ts'

export interface ParsedQuery extends RowQuery {
  page: number
  /** The query has a page or a limit, or the resource is always listed in pages. */
  isPaged: boolean
}

/**
 * Creates the reader of a resource's list query: page, limit, search, sort and the declared filters (API-03). The
 * contract's reader, which the console shares, validates the values.
 */
export function createListQuery(
  resource: Resource,
  zone: () => string,
  isLegacyChoice: IsLegacyChoice,
  { takesDeleted = false } = {},
): Query<ParsedQuery> {
  const isAll = isListedWhole(resource)
  const find = createListReader(resource, (path, value) =>
    isLegacyChoice(resource.name, path, value),
  )
  const filters = listFilters(resource).map((filter) => storedFilter(resource, filter, zone))
  const ownOrder = readSort(resource.defaultSort)
  const known = new Map<string, ParsedQuery>()
  const { querystring, read } = createQuery({
    ...listParameters(resource),
    ...(takesDeleted && resource.actions.includes('delete') ? DELETED_ONES : {}),
  })

  return {
    // A list of values is one text, separated by commas.
    querystring: { ...querystring, style: 'form', explode: false },
    read(asked) {
      const words = JSON.stringify(asked)
      const before = known.get(words)
      if (before) return before
      const { query, faults } = find(new Map(Object.entries(read(asked))))
      const [fault] = faults
      if (fault) throw invalidParameter(fault.parameter, fault.message)
      const isPaged = query.page !== undefined || query.limit !== undefined || !isAll
      // Malformed ids are skipped, like all that do not exist.
      const ids = query.ids && [...new Set(query.ids)].filter(isId)
      const limit = ids ? MAX_PAGE_SIZE : (query.limit ?? (isPaged ? PAGE_SIZE : MAX_ALL))
      const page = ids ? 1 : (query.page ?? 1)
      const parsed: ParsedQuery = Object.freeze({
        page,
        isPaged,
        offset: (page - 1) * limit,
        limit,
        search: query.search || undefined,
        sort: query.sort.length > 0 ? query.sort : query.deleted ? LATEST_DELETED : ownOrder,
        filters: filters.flatMap((one) => one(query.filters) ?? []),
        ids,
        deleted: query.deleted,
      })
      // The days of a filter change at midnight, and ids and searches are rarely repeated.
      const isPlain = parsed.filters.length === 0 && !ids && parsed.search === undefined
      if (isPlain && known.size < MOST_KNOWN) known.set(words, parsed)
      return parsed
    },
  }
}

/** The most plain queries (page, limit, order) whose parsed form is remembered: parsing takes a tenth of a page's time. */
const MOST_KNOWN = 500

/** Returns the query for the values in use at a text filter, which forms suggest (MIS-02); undefined without such filters. */
export function createValuesQuery(resource: Resource): Query<{ of: string }> | undefined {
  const paths = listFilters(resource)
    .filter(({ path, kind }) => kind === 'text' && describe(resource.row, path)?.kind === 'text')
    .map(({ path }) => path)
  if (paths.length === 0) return undefined
  const error = parameterFault('of', `must be one of ${paths.join(', ')}`)
  return createQuery({ of: z.enum(paths, { error }).describe('The filter meant') })
}

/** Returns the parameters of a list. All are texts, which the contract's reader validates. */
function listParameters(resource: Resource): Record<string, Parameter> {
  const words = sortPaths(resource)
  const isAll = isListedWhole(resource)
  const size = isAll ? {} : { default: PAGE_SIZE }
  return {
    page: text({
      type: 'integer',
      minimum: 1,
      maximum: MOST_PAGES,
      ...(isAll ? {} : { default: 1 }),
    }),
    limit: text({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, ...size }),
    ...(resource.search.length > 0 && {
      search: text({
        maxLength: LONGEST_SEARCH,
        description: `Records that have all of these words, in any order and without regard to case and accents, in ${resource.search.join(', ').replaceAll('.*', '')}. Of more than ${MOST_WORDS} words the longest count`,
      }),
    }),
    sort: text({
      type: 'array',
      items: { type: 'string', enum: [...words, ...words.map((word) => `-${word}`)] },
      minItems: 1,
      maxItems: words.length,
      uniqueItems: true,
      default: [resource.defaultSort],
      description:
        'Separated by commas, the first counts most, none of them twice; a minus in front turns round',
    }),
    ...Object.fromEntries(
      listFilters(resource).flatMap((filter) =>
        filter.parameters.map((name) => [name, text(filterSchema(filter, name))]),
      ),
    ),
    ids: text({
      type: 'array',
      items: { type: 'string', minLength: 1, pattern: '^[^,]+$' },
      minItems: 1,
      maxItems: MOST_IDS,
      description:
        'Of these records only, separated by commas. Ids that do not exist are left out, and there are no further pages',
    }),
  }
}

/** Returns the schema of a filter's parameter. */
export function filterSchema(
  { path, kind, choices, to }: ListFilter,
  parameter: string,
): JsonSchema {
  if (parameter === rangeWord(path))
    return {
      enum: choices.map(({ value }) => value),
      description: `Stands alone: ${kind === 'days' ? 'days as they are seen from today, or ' : ''}'${EMPTY}' for records that say nothing there`,
    }
  switch (kind) {
    case 'days':
      return dayParameter(
        parameter === rangeFrom(path)
          ? 'The first day, in the reporting time zone'
          : 'The last day, included',
      )
    case 'reference':
      return { format: 'uuid', description: `The id of one of ${to}` }
    case 'flag':
      return { type: 'boolean' }
    case 'number': {
      const end = parameter === rangeFrom(path) ? 'At least' : 'At most'
      return { type: 'number', ...(parameter !== path && { description: `${end} this, included` }) }
    }
    case 'choice':
      return {
        type: 'array',
        items: { type: 'string', enum: choices.map(({ value }) => value) },
        minItems: 1,
        uniqueItems: true,
        description: 'Records with any of these, separated by commas, each once',
      }
    case 'text':
      return {}
  }
}

type Parameter = z.ZodExactOptional<z.ZodString>

const LATEST_DELETED = readSort('-deletedAt')
/** For lists only: exports and actions take live records. */
const DELETED_ONES: Record<string, Parameter> = {
  [DELETED]: text({
    enum: [IS_DELETED],
    description:
      'The deleted ones instead, the latest first unless sort says otherwise. Each says deletedAt and, where it is known, deletedBy as well. Whoever asks needs the right to delete',
  }),
}

/** Returns the schema of a parameter that is one text. `meaning` describes it. */
export function text(meaning: JsonSchema): Parameter {
  const refuse = (fault: string) => ({
    error: ({ path = [] }: { path?: readonly PropertyKey[] | undefined }) =>
      parameterFault(path.join('.'), fault),
  })
  return z
    .string(refuse('may be given once only'))
    .refine((value) => !value.includes('\u0000'), refuse('has characters that cannot be compared'))
    .meta(meaning)
    .exactOptional()
}

/** Creates the conversion of a filter's values into a condition. It throws 400 for a malformed id. */
function storedFilter(resource: Resource, { path, kind, to }: ListFilter, zone: () => string) {
  const reference = filteredReference(resource, path)
  const isCalendar = describe(resource.row, path)?.kind === 'day'
  return (values: Readonly<Record<string, string>>): Filter | undefined => {
    if (values[rangeWord(path)] === EMPTY) return { path, isEmpty: true }
    const { [path]: is, [rangeFrom(path)]: first = is, [rangeTo(path)]: last = is } = values
    if (kind === 'number') return stretch(path, { from: asStored(first), to: asStored(last) })
    if (kind === 'days') {
      if (!isCalendar) return stretch(path, timesOf(path, values, zone()))
      const { start, end } = daysNamed(path, values, zone())
      return stretch(path, { from: start, to: end })
    }
    if (is === undefined) return undefined
    if (kind === 'choice') return { path, isAnyOf: choicesIn(is) }
    if (!reference) return { path, is }
    if (!isId(is)) throw invalidParameter(path, `must be the id of one of ${to}`)
    return { path: reference.path, refersTo: is.toLowerCase() }
  }
}

type Values = Readonly<Record<string, string | undefined>>

/** Returns the first and last day of a filter, given as days or as a word. */
function daysNamed(path: string, values: Values, zone: string) {
  const word = values[rangeWord(path)]
  const named = word === undefined ? undefined : daysOfWord(word, dayIn(zone, new Date()))
  return named ?? { start: values[rangeFrom(path)], end: values[rangeTo(path)] }
}

/** Returns the time range of those days, from the start of the first to the end of the last. */
export function timesOf(path: string, values: Values, zone: string) {
  const { start, end } = daysNamed(path, values, zone)
  return { from: beginOf(start, zone), until: beginOf(end, zone, 1) }
}

/** Undefined when neither end is given. */
function stretch(path: string, ends: Record<string, string | undefined>): Filter | undefined {
  const given = Object.entries(ends).filter(([, end]) => end !== undefined)
  return given.length > 0 ? { path, ...Object.fromEntries(given) } : undefined
}

function beginOf(day: string | undefined, zone: string, plusDays = 0): string | undefined {
  return day === undefined ? undefined : startOfDay(day, zone, plusDays)?.toISOString()
}

/** Normalises a number, so that totals are remembered under one key. */
function asStored(text: string | undefined): string | undefined {
  return text === undefined ? undefined : String(Number(text) + 0)
}
