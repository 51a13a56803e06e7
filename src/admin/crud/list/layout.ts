import { useMemo, useSyncExternalStore } from 'react'
import { currentSession } from '#admin/http/session.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { textsAt } from '#admin/wire/reading.ts'
import type { Column } from '#model/columns.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** How a person has arranged the table of a list. Whatever is not said is as declared. */
export interface ListLayout {
  /** Those that are shown, in their order. */
  columns?: readonly string[]
  /** Those that stay in sight at the start while the others scroll. */
  pinned?: readonly string[]
  /** In pixels, where a person has set them. */
  widths?: Readonly<Record<string, number>>
  density?: 'comfortable' | 'compact'
  pageSize?: number
}

/** What a column may be made of in pixels, by hand. */
export const LEAST_WIDTH = 56
export const MOST_WIDTH = 1200

/** The ids of a resource's columns, as declared. Labels and paths may repeat, as in 'Start: day' and 'Start: time'. */
export function columnIds({ columns }: Pick<Resource, 'columns'>): string[] {
  const names = columns.map((column) => ownName(column))
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} ${index}`))
}

function ownName(column: Column): string {
  return 'path' in column && column.path !== undefined ? column.path : column.label
}

/** A layout as this resource can have it: unknown columns, other resources' and nonsense are left out. */
export function readLayout(resource: Pick<Resource, 'columns'>, value: unknown): ListLayout {
  if (!isObject(value)) return {}
  const known = columnIds(resource)
  const those = (list: unknown) => [...new Set(textsAt(list))].filter((id) => known.includes(id))
  const columns = those(value.columns)
  const pinned = those(value.pinned)
  const widths = Object.entries(isObject(value.widths) ? value.widths : {}).filter(
    ([id, width]) => known.includes(id) && isWidth(width),
  ) as [string, number][]
  const { density, pageSize } = value
  return {
    ...(columns.length > 0 && { columns }),
    ...(pinned.length > 0 && { pinned }),
    ...(widths.length > 0 && { widths: Object.fromEntries(widths) }),
    ...((density === 'compact' || density === 'comfortable') && { density }),
    ...(typeof pageSize === 'number' && Number.isInteger(pageSize) && pageSize > 0 && { pageSize }),
  }
}

function isWidth(width: unknown): boolean {
  return typeof width === 'number' && width >= LEAST_WIDTH && width <= MOST_WIDTH
}

/**
 * The layout that a person has given the list of a resource, in this browser. Other tabs and all that show the same
 * list hear of a change.
 */
export function useListLayout(resource: Resource) {
  const key = keyOf(resource)
  const text = useSyncExternalStore(watch, () => textAt(key))
  const layout = useMemo(() => readLayout(resource, parsed(text)), [resource, text])
  return {
    layout,
    change: (next: ListLayout) => keep(key, next),
    reset: () => keep(key, {}),
  }
}

function keyOf({ page }: Resource): string {
  const session = currentSession()
  const user = session.status === 'in' ? session.user._id || session.user.email : ''
  return `waymark_list:${user}:${page}`
}

/** What a browser refused to keep holds until the page is left. */
const refused = new Map<string, string>()
const listeners = new Set<() => void>()

function textAt(key: string): string | null {
  return refused.get(key) ?? readStored(key)
}

function keep(key: string, layout: ListLayout): void {
  const isPlain = Object.keys(layout).length === 0
  const text = isPlain ? null : JSON.stringify(layout)
  if (writeStored(key, text)) refused.delete(key)
  else refused.set(key, text ?? '')
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function parsed(text: string | null): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
