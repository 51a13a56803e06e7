/** The parameter endings of the API's day ranges, by what Refine calls them. */
const ENDINGS: readonly [RegExp, string][] = [
  [/_from$/, 'gte'],
  [/_to$/, 'lte'],
]

/**
 * The address of a list with filters set, as the list itself would write it.
 * Takes the page's segment and values by filter path; a day range as the API names it (`createdAt_from`,
 * `createdAt_to`), the search text as `search`.
 */
export function listLink(page: string, filters: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries(filters).flatMap(([name, value], at) => {
    const ending = ENDINGS.find(([pattern]) => pattern.test(name))
    const field = ending ? name.replace(ending[0], '') : name
    const operator = ending?.[1] ?? (name === 'search' ? 'contains' : 'eq')
    return [
      `filters[${at}][field]=${encodeURIComponent(field)}`,
      `filters[${at}][operator]=${operator}`,
      `filters[${at}][value]=${encodeURIComponent(value)}`,
    ]
  })
  return `/admin/${page}${query.length > 0 ? `?${query.join('&')}` : ''}`
}
