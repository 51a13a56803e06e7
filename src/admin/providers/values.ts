import { useKeys } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { hasChanges } from '#admin/http/session.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { compareTexts } from '#model/search.ts'
import { answerOf, send } from './http-client.ts'

/**
 * Returns the values that a resource's records have at a path, most used first, refreshed after each write. Other
 * backends do not report them: there, and until they are loaded, the values of the loaded rows are used.
 */
export function useValuesInUse(
  resource: Resource,
  path: string,
  rows: readonly Row[],
): readonly string[] {
  const { keys } = useKeys()
  const { data } = useQuery({
    // Nested under the lists' key, so that both are invalidated together.
    queryKey: keys()
      .data('default')
      .resource(resource.page)
      .action('list')
      .params({ values: path })
      .get(),
    queryFn: async ({ signal }) => {
      const at = `${resource.api.path}/values`
      const body = await send({ method: 'GET', path: at, query: { of: path }, signal })
      return textsAt(answerOf<{ values: unknown[] }>(body, 'values').values)
    },
    enabled: hasChanges(),
  })
  return data ?? [...new Set(textsAt(rows.map((row) => getAt(row, path))))].sort(compareTexts)
}
