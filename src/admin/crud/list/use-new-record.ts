import { type HttpError, useMany } from '@refinedev/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readPlace, writePlace } from '#admin/format/form-address.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { onRestored, restoredNow } from '../restored.ts'
import type { ResourceList } from './use-resource-list.ts'

/** What a list shows of a record that was just created in it, or brought back by Undo. */
export interface NewRecord {
  /** Undefined when none was, or when it is not known yet. */
  row: Row | undefined
  /** It was brought back. */
  isBack: boolean
  /** The page's rows; the new record goes before them where it is none of them. */
  rows: readonly Row[]
  /** Takes the id of the record that was created. */
  note: (id: string) => void
  /** Takes the id of a record that was deleted: it is asked for no more. */
  forget: (id: string) => void
}

/**
 * Keeps a record that was created here in sight, wherever order, search and filters put it, until the list is
 * left or shows another part of itself. It is read like every other, so that changes of it show.
 */
export function useNewRecord(resource: Resource, list: ResourceList): NewRecord {
  const place = readPlace(useLocation().search)
  /** Of the list alone: a form over it closes as the record is created. */
  const search = writePlace({ ...place, edited: undefined, isAdding: false })
  const [made, setMade] = useState<{ id: string; search: string; isBack?: boolean }>()
  const bring = useEffectEvent(() => {
    const { resource: name, id } = restoredNow() ?? {}
    if (name === resource.name && id !== undefined && !list.deleted)
      setMade({ id, search, isBack: true })
  })
  useEffect(() => onRestored(() => bring()), [])
  const id = made?.search === search ? made.id : undefined
  const listed = list.rows.find((row) => row.id === id)
  const isElsewhere = id !== undefined && !listed
  const { result } = useMany<Row, HttpError>({
    resource: resource.page,
    ids: id === undefined ? [] : [id],
    errorNotification: false,
    // The list itself may bring it; once known, it stays while the list is read again.
    queryOptions: { enabled: isElsewhere && !list.isFetching },
  })
  const found = isElsewhere ? result.data.find((row) => row.id === id) : undefined
  return {
    row: listed ?? found,
    isBack: made?.isBack === true,
    rows: found ? [found, ...list.rows] : list.rows,
    note: (created) => setMade({ id: created, search }),
    forget: (deleted) => setMade((one) => (one?.id === deleted ? undefined : one)),
  }
}
