import { type HttpError, useNotification } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { translate } from '#admin/format/translate.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { restore as bringBack, findDeleted, maySeeDeleted } from '#admin/providers/deleted.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Resource } from '#model/resource.ts'
import { draftPlace } from '../form/form-draft.ts'
import { succeeded } from '../notices.ts'
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

/** Brings a deleted record back; says why that cannot be. */
export function useRestore(resource: Resource, id: string) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const refresh = useRefresh()
  const { open: notify } = useNotification()

  const restore = async (name: string) => {
    if (isBusy) return
    setBusy(true)
    setTrouble(undefined)
    try {
      const done = await bringBack(resource, { id })
      if ('reason' in done) setTrouble(done.reason)
      else notify?.(succeeded(translate('{name} is back.', { name }), done.changeId))
    } catch (thrown) {
      const error = thrown as HttpError
      setTrouble(
        outcomeOf(error) === 'unknown'
          ? translate('The server gave no answer. It is not known whether this was done.')
          : error.message || translate('This could not be done.'),
      )
    } finally {
      setBusy(false)
      await refresh([resource.name])
    }
  }
  return { isBusy, trouble, restore }
}
