import { type HttpError, useDataProvider, useKeys } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** The keys of what is known of a record: whatever makes Refine's lists fresh makes these fresh, too. */
export function useRecordKey(resource: Resource, id: string) {
  const { keys } = useKeys()
  return (what: string, more: object = {}) =>
    keys()
      .data('default')
      .resource(resource.page)
      .action('many')
      .ids(id)
      .params({ only: what, ...more })
      .get()
}

/** One record, to look at. What a list has shown of it stands until it has come. */
export function useRecord(resource: Resource, id: string) {
  const provider = useDataProvider()()
  const client = useQueryClient()
  const { keys } = useKeys()
  const lists = keys().data('default').resource(resource.page).action('list').get()
  const keyOf = useRecordKey(resource, id)
  return useQuery<Row, HttpError>({
    queryKey: keyOf('record'),
    queryFn: async ({ signal }) => {
      const { data } = await provider.getOne({ resource: resource.page, id, meta: { signal } })
      return data as Row
    },
    refetchOnWindowFocus: true,
    placeholderData: () =>
      client
        .getQueriesData<{ data: Row[] }>({ queryKey: lists })
        .flatMap(([, list]) => (Array.isArray(list?.data) ? list.data : []))
        .find((row) => row.id === id),
  })
}
