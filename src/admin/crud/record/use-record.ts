import { type HttpError, useKeys, useOne } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { draftPlace, removeDraftsOf } from '#admin/drafts/drafts.ts'
import { canSeeDeleted, findDeleted } from '#admin/providers/deleted.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** Returns a function that builds query keys below a record, which Refine invalidates with it. */
export function useRecordKey({ page }: Resource, id: string) {
  const { keys } = useKeys()
  const record = keys().data('default').resource(page).action('one').id(id)
  return (only: string, more: object = {}) => record.params({ only, ...more }).get()
}

export function useRecord({ page }: Resource, id: string) {
  return useOne<Row, HttpError>({
    resource: page,
    id,
    errorNotification: false,
    queryOptions: { refetchOnWindowFocus: true },
  })
}

/** Reads a deleted record. Removes the drafts of an erased one. */
export function useDeleted(resource: Resource, id: string) {
  const keyOf = useRecordKey(resource, id)
  return useQuery({
    queryKey: keyOf('deleted'),
    queryFn: async ({ signal }) => {
      const found = await findDeleted(resource, id, signal)
      if (!found) removeDraftsOf(draftPlace(resource), id)
      return found
    },
    enabled: canSeeDeleted(resource),
  })
}
