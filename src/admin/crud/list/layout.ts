import { useMemo, useState } from 'react'
import { personNow } from '#admin/providers/access-control-provider.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { type Column, columnIds } from '#model/columns.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameColumn } from '../cells/columns.ts'
import { useViewList } from './saved-views.ts'

/** A user's settings of a list. Absent keys use the declaration. */
export interface ListLayout {
  /** Shown columns, in order. */
  columns?: readonly string[]
  pageSize?: number
}

/** Reads a stored layout for this resource. Ignores columns that no longer exist. */
export function readLayout(resource: Pick<Resource, 'columns'>, value: unknown): ListLayout {
  if (!isObject(value)) return {}
  const known = columnIds(resource)
  const columns = [...new Set(textsAt(value.columns))].filter((id) => known.includes(id))
  const { pageSize } = value
  const isSize = typeof pageSize === 'number' && Number.isInteger(pageSize) && pageSize > 0
  return { ...(columns.length > 0 && { columns }), ...(isSize && { pageSize }) }
}

/**
 * Returns the columns of a list in order: the layout's, else all. The name column is always included, because it
 * links to the record.
 */
export function shownColumns(
  resource: Resource,
  { columns }: ListLayout,
): { id: string; column: Column }[] {
  const all = columnIds(resource).map((id, at) => ({ id, column: resource.columns[at] as Column }))
  if (!columns) return all
  const name = nameColumn(resource)
  const chosen = columns.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const missing = all.filter(
    ({ column }) => column === name && !chosen.some((one) => one.column === name),
  )
  return [...missing, ...chosen]
}

/**
 * Returns the user's layout of a list, stored in this browser. In a view it is the view's layout with the user's
 * unsaved changes.
 */
export function useListLayout(resource: Resource, viewId: string | undefined) {
  const view = useViewList(resource, false).data?.data.find(({ id }) => id === viewId)
  const key = ['waymark_list', personNow(), resource.page, ...(view ? [view.id] : [])].join(':')
  /** Changes since the page was opened. */
  const [set, keep] = useState<Record<string, string | null>>({})
  const text = key in set ? set[key] : readStored(key)
  const own = useMemo(() => (text ? parsed(text) : undefined), [text])
  return {
    layout: useMemo(() => readLayout(resource, own ?? view?.layout), [resource, own, view?.layout]),
    /** True if it differs from the declaration or the view. */
    isLayoutChanged: own !== undefined,
    /** Sets the layout, or without one restores the declaration's or the view's. */
    changeLayout: (next?: ListLayout) => {
      const stored = next ? JSON.stringify(next) : null
      writeStored(key, stored)
      keep({ ...set, [key]: stored })
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
