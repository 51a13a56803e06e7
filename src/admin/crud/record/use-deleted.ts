import { type HttpError, useNotification } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { send } from '#admin/http/http.ts'
import { hasChanges } from '#admin/http/session.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { restore as bringBack } from '#admin/providers/deleted.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import { objectsAt, textAt } from '#admin/wire/reading.ts'
import { DELETED, IDS } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { succeeded } from '../notices.ts'
import { useRecordKey } from './use-record.ts'

/** A record that was deleted: what it was called, when that was, and by whom. */
interface Deleted {
  name: string
  at: string
  by: string
}

/** Looks among the deleted records, for those who may bring one back. */
export function useDeleted(resource: Resource, id: string) {
  const keyOf = useRecordKey(resource, id)
  return useQuery({
    queryKey: keyOf('deleted'),
    queryFn: async ({ signal }): Promise<Deleted | null> => {
      const { path, listKey } = resource.api
      const query = { [DELETED]: 'true', [IDS]: id }
      const body = await send({ method: 'GET', path, query, signal })
      const rows = objectsAt(isObject(body) ? body[listKey] : body)
      const row = rows.find((one) => one._id === id && textAt(one.deletedAt) !== '')
      if (!row) return null
      const { deletedBy } = row
      return {
        name: nameOf(resource, { ...row, _id: id, id } as Row),
        at: textAt(row.deletedAt),
        by: isObject(deletedBy) ? textAt(deletedBy.name) : '',
      }
    },
    enabled: hasChanges() && resource.actions.includes('delete'),
  })
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
