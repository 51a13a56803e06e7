import type { CrudFilter, CrudOperators, CrudSort } from '@refinedev/core'
import {
  choicesIn,
  DELETED,
  EMPTY,
  IDS,
  IS_DELETED,
  type ListQuery,
  listFilters,
  rangeFrom,
  rangeTo,
  rangeWord,
  writeSort,
} from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'

/** Parameters by Refine's operators. */
const PARAMETERS: Partial<Record<CrudOperators, (field: string) => string>> = {
  eq: (field) => field,
  in: (field) => field,
  contains: (field) => field,
  gte: rangeFrom,
  lte: rangeTo,
  // A range word: the value is one of the filter's words.
  between: rangeWord,
  null: rangeWord,
}

/** A list's query as Refine hands it to a data provider. */
export function refineQuery(
  resource: Resource,
  { search, filters = {}, sort = [], deleted }: Partial<ListQuery>,
): { filters: CrudFilter[]; sorters: CrudSort[] } {
  const searched: CrudFilter[] = search
    ? [{ field: 'search', operator: 'contains', value: search }]
    : []
  const declared = listFilters(resource).flatMap(({ path, kind, parameters }) =>
    parameters.flatMap((parameter): CrudFilter[] => {
      const value = filters[parameter]
      const several = kind === 'choice' && value !== undefined ? choicesIn(value) : []
      if (several.length > 1) return [{ field: path, operator: 'in', value: several }]
      const operator = operatorOf(path, parameter, value)
      return value === undefined ? [] : [{ field: path, operator, value }]
    }),
  )
  const chosen: CrudFilter[] = filters[IDS]
    ? [{ field: IDS, operator: 'eq', value: filters[IDS] }]
    : []
  const gone: CrudFilter[] = deleted ? [{ field: DELETED, operator: 'eq', value: IS_DELETED }] : []
  return {
    filters: [...searched, ...declared, ...chosen, ...gone],
    sorters: sort.map(({ path, descending }) => ({
      field: path,
      order: descending ? 'desc' : 'asc',
    })),
  }
}

function operatorOf(path: string, parameter: string, value: string | undefined) {
  switch (parameter) {
    case rangeFrom(path):
      return 'gte'
    case rangeTo(path):
      return 'lte'
    case rangeWord(path):
      return value === EMPTY ? 'null' : 'between'
    default:
      return 'eq'
  }
}

/** Converts Refine's filters to parameters. Throws for an operator that the API does not have. */
export function filterParameters(filters: readonly CrudFilter[]): Record<string, string> {
  const given = filters.flatMap((one): [string, string][] => {
    const named = 'field' in one ? PARAMETERS[one.operator]?.(one.field) : undefined
    if (named === undefined) throw new Error(`The API has no filter '${one.operator}'`)
    const isBlank = one.value === undefined || one.value === null || one.value === ''
    return isBlank ? [] : [[named, String(one.value)]]
  })
  return Object.fromEntries(given)
}

/** Converts Refine's sorters to a parameter; an empty object without sorters. */
export function sortParameter(sorters: readonly CrudSort[]): Record<string, string> {
  const sort = sorters.map(({ field, order }) => ({ path: field, descending: order === 'desc' }))
  return sort.length > 0 ? { sort: writeSort(sort) } : {}
}
