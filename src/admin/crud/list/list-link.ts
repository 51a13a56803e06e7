import type { ListFilter } from '../filters/read-filters.ts'
import { addressOf } from './list-address.ts'

/** The parameter endings of the API's day ranges, by the conditions that they are. */
const ENDINGS: readonly [RegExp, ListFilter['operator']][] = [
  [/_from$/, 'gte'],
  [/_to$/, 'lte'],
]

/**
 * The address of a list with filters set, as the list itself would write it.
 * Takes the page's segment and values by filter path; a day range as the API names it (`createdAt_from`,
 * `createdAt_to`), the search text as `search`.
 */
export function listLink(page: string, values: Readonly<Record<string, string>> = {}): string {
  const { search = '', ...rest } = values
  const filters = Object.entries(rest).map(([name, value]): ListFilter => {
    const [pattern, operator] = ENDINGS.find(([ending]) => ending.test(name)) ?? ['', 'eq']
    return { field: name.replace(pattern, ''), operator, value }
  })
  return `/admin/${page}${addressOf({ page: 1, search, sort: undefined, filters })}`
}
