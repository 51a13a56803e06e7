import { useKeys } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { valuesInUse } from '#admin/providers/values.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { compareTexts } from '#model/text-order.ts'

/**
 * The words that the records of a resource have at a path, most used first: asked for once and again after each
 * write. A backend without such an answer: those of the rows at hand.
 */
export function useValuesInUse(
  resource: Resource,
  path: string,
  rows: readonly Row[],
): readonly string[] {
  const { keys } = useKeys()
  const { data } = useQuery({
    // Below the lists' key, so that whatever makes a list old makes these old.
    queryKey: keys()
      .data('default')
      .resource(resource.page)
      .action('list')
      .params({ values: path })
      .get(),
    queryFn: ({ signal }) => valuesInUse(resource, path, signal),
  })
  return data ?? [...new Set(textsAt(rows.map((row) => getAt(row, path))))].sort(compareTexts)
}
