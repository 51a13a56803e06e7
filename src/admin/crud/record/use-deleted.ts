import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { findDeleted, maySeeDeleted } from '#admin/providers/deleted.ts'
import type { Resource } from '#model/resource.ts'
import { draftPlace } from '../form/form-draft.ts'
import { useRecordKey } from './use-record.ts'

/**
 * Looks among the deleted records, for those who may bring one back. What is not there either is gone for good, and so
 * is what was typed into it.
 */
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
