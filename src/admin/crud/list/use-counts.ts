import { useKeys } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { hasChanges } from '#admin/http/session.ts'
import { fetchUseCounts } from '#admin/providers/record-facts.ts'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { ListScreen } from './list-screen.ts'

/**
 * What is told of a page's records beside their own values, asked for once they are there: a list never waits for
 * it, and where it fails nothing is said. Under Refine's key of the list, so that a write makes it fresh.
 */
export function useCounts({
  resource,
  list,
  fresh,
}: Pick<ListScreen, 'resource' | 'list' | 'fresh'>) {
  const { keys } = useKeys()
  const ids = fresh.rows.slice(0, MAX_PAGE_SIZE).map(({ id }) => id)
  const { data } = useQuery({
    queryKey: keys()
      .data('default')
      .resource(resource.page)
      .action('many')
      .ids(...ids)
      .params({ only: 'counts' })
      .get(),
    queryFn: ({ signal }) => fetchUseCounts(resource, ids, signal),
    enabled: !list.deleted && !list.isPending && !list.isOld && ids.length > 0,
    placeholderData: (before) => before,
    retry: false,
  })
  return data
}

/** Whether a list of these says more than its rows hold, and the backend tells it. */
export function isCounted({ line, columns }: Resource): boolean {
  const tells = line.includes('people') || columns.some(({ kind }) => kind === 'uses')
  return tells && hasChanges()
}
