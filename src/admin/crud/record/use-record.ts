import { type HttpError, useKeys, useOne } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { findDeleted, maySeeDeleted } from '#admin/providers/deleted.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { draftPlace } from '../form/form-draft.ts'

/** Makes the query keys of what belongs to a record; Refine invalidates them with the record. */
export function useRecordKey({ page }: Resource, id: string) {
  const { keys } = useKeys()
  const record = keys().data('default').resource(page).action('one').id(id)
  return (only: string, more: object = {}) => record.params({ only, ...more }).get()
}

/** Reads one record. Until it has come, the row of a list that was shown before stands for it. */
export function useRecord({ page }: Resource, id: string) {
  const client = useQueryClient()
  const { keys } = useKeys()
  const lists = keys().data('default').resource(page).action('list').get()
  return useOne<Row, HttpError>({
    resource: page,
    id,
    errorNotification: false,
    queryOptions: {
      refetchOnWindowFocus: true,
      placeholderData: () => {
        const data = client
          .getQueriesData<{ data: Row[] }>({ queryKey: lists })
          .flatMap(([, list]) => (Array.isArray(list?.data) ? list.data : []))
          .find((row) => row.id === id)
        return data && { data }
      },
    },
  })
}

/** Finds a deleted record. The drafts of one that was erased for good are removed. */
export function useDeleted(resource: Resource, id: string) {
  const keyOf = useRecordKey(resource, id)
  const query = useQuery({
    queryKey: keyOf('deleted'),
    queryFn: ({ signal }) => findDeleted(resource, id, signal),
    enabled: maySeeDeleted(resource),
  })
  const isErased = query.data === null
  useEffect(() => {
    if (isErased) removeDraftsOf(draftPlace(resource), id)
  }, [isErased, resource, id])
  return query
}
