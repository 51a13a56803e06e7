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
import type { Filter, RowQuery } from './records.ts'
import { isId } from './shape.ts'

export interface ParsedQuery extends RowQuery {
  page: number
  /** The query has a page or a limit, or the resource is always listed in pages. */
  isPaged: boolean
}

/**
 * Creates the reader of a resource's list query: page, limit, search, sort and the declared filters. The contract's
 * reader, which the console shares, validates the values.
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
  const filters = listFilters(resource)
  const { querystring, read } = createQuery(listParameters(resource, takesDeleted))

  return {
    // A list of values is one text, separated by commas.
    querystring: { ...querystring, style: 'form', explode: false },
    read(asked) {
      const { query, faults } = find(new Map(Object.entries(read(asked))))
      const [fault] = faults
      if (fault) throw invalidParameter(fault.parameter, fault.message)
      const { search, deleted } = query
      const isPaged = query.page !== undefined || query.limit !== undefined || !isAll
      // Malformed ids are skipped, like ids that do not exist.
      const ids = query.ids && [...new Set(query.ids)].filter(isId)
      const limit = ids ? MAX_PAGE_SIZE : (query.limit ?? (isPaged ? PAGE_SIZE : MAX_ALL))
      const page = ids ? 1 : (query.page ?? 1)
      const ownOrder = deleted ? '-deletedAt' : resource.defaultSort
      return {
        ...{ page, isPaged, offset: (page - 1) * limit, limit, ids, deleted },
        search: search || undefined,
        sort: query.sort.length > 0 ? query.sort : readSort(ownOrder),
        filters: filters.flatMap((one) => filterOf(resource, one, query.filters, zone) ?? []),
      }
    },
  }
}

/** Converts the values of a filter into a condition; undefined without values. Throws 400 for a malformed id. */
function filterOf(
  resource: Resource,
  { path, kind, parameters }: ListFilter,
  values: Values,
  zone: () => string,
): Filter | undefined {
  if (parameters.every((name) => values[name] === undefined)) return undefined
  if (values[rangeWord(path)] === EMPTY) return { path, isEmpty: true }
  const { [path]: is = '', [rangeFrom(path)]: first, [rangeTo(path)]: last } = values
  const reference = filteredReference(resource, path)
  if (reference) {
    if (!isId(is)) throw invalidParameter(path, `must be the id of one of ${reference.to}`)
    return { path: reference.path, refersTo: is.toLowerCase() }
  }
  switch (kind) {
    case 'number': {
      const number = (text = values[path]) => text && String(Number(text))
      return { path, from: number(first), to: number(last) }
    }
    case 'days': {
      if (describe(resource.row, path)?.kind !== 'day')
        return { path, ...timesOf(path, values, zone()) }
      const { start, end } = daysIn(path, values, zone())
      return { path, from: start, to: end }
    }
    case 'choice':
      return { path, isAnyOf: choicesIn(is) }
    default:
      return { path, is }
  }
}

type Values = Readonly<Record<string, string | undefined>>

/** Returns the first and last day of a filter, given as days or as a word. */
function daysIn(path: string, values: Values, zone: string) {
  const word = values[rangeWord(path)]
  const named = word === undefined ? undefined : daysOfWord(word, dayIn(zone, new Date()))
  return named ?? { start: values[rangeFrom(path)], end: values[rangeTo(path)] }
}

/** Returns the time range of a filter's days, from the start of the first to the end of the last. */
export function timesOf(path: string, values: Values, zone: string) {
  const { start, end } = daysIn(path, values, zone)
  const begin = (day: string | undefined, plusDays = 0) =>
    day && startOfDay(day, zone, plusDays)?.toISOString()
  return { from: begin(start), until: begin(end, 1) }
}

/** Returns the query for the values in use at a text filter, which forms suggest; undefined without such filters. */
export function createValuesQuery(resource: Resource): Query<{ of: string }> | undefined {
  const paths = listFilters(resource)
    .filter(({ path, kind }) => kind === 'text' && describe(resource.row, path)?.kind === 'text')
    .map(({ path }) => path)
  if (paths.length === 0) return undefined
  const error = parameterFault('of', `must be one of ${paths.join(', ')}`)
  return createQuery({ of: z.enum(paths, { error }).describe('The path of the filter') })
}

/** Returns the parameters of a list. All are texts, which the contract's reader validates. */
function listParameters(resource: Resource, takesDeleted: boolean): Record<string, Parameter> {
  const words = sortPaths(resource)
  const isAll = isListedWhole(resource)
  const whole = (maximum: number, byDefault: number) =>
    text({ type: 'integer', minimum: 1, maximum, ...(isAll ? {} : { default: byDefault }) })
  return {
    page: whole(MOST_PAGES, 1),
    limit: whole(MAX_PAGE_SIZE, PAGE_SIZE),
    ...(resource.search.length > 0 && {
      search: text({
        maxLength: LONGEST_SEARCH,
        description: `Records that have all of these words, in any order and without regard to case and accents, in ${resource.search.join(', ').replaceAll('.*', '')}. Of more than ${MOST_WORDS} words, the longest are used`,
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
        'Separated by commas, most significant first, each once. A minus in front means descending',
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
        'Returns only these records, on one page. Ids are separated by commas, and unknown ones are skipped',
    }),
    ...(takesDeleted &&
      resource.actions.includes('delete') && {
        [DELETED]: text({
          enum: [IS_DELETED],
          description:
            'Returns deleted records instead, latest first by default, with deletedAt and, if known, deletedBy. Requires the right to delete',
        }),
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
      description: `Cannot be combined with the others of this filter: ${kind === 'days' ? 'days relative to today, or ' : ''}'${EMPTY}' for records without a value`,
    }
  switch (kind) {
    case 'days':
      if (parameter !== rangeFrom(path)) return dayParameter('The last day, included')
      return dayParameter('The first day, in the reporting time zone')
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

/** Returns the schema of a parameter that is one text. `meaning` describes it. */
export function text(meaning: JsonSchema): Parameter {
  const refuse = (fault: string) => ({
    error: ({ path = [] }: { path?: readonly PropertyKey[] | undefined }) =>
      parameterFault(path.join('.'), fault),
  })
  return z
    .string(refuse('may occur only once'))
    .refine((value) => !value.includes('\u0000'), refuse('has characters that are not allowed'))
    .meta(meaning)
    .exactOptional()
}
