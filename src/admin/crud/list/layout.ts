import { useContext, useMemo, useSyncExternalStore } from 'react'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { columnIds } from '#model/columns.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { layoutsNow, onLayouts, personNow, ShownViewContext } from '../views/known-views.ts'
import { layoutKey, pageSizeIn } from './kept.ts'

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
  const { density } = value
  const pageSize = pageSizeIn(value)
  return {
    ...(columns.length > 0 && { columns }),
    ...(pinned.length > 0 && { pinned }),
    ...(widths.length > 0 && { widths: Object.fromEntries(widths) }),
    ...((density === 'compact' || density === 'comfortable') && { density }),
    ...(pageSize !== undefined && { pageSize }),
  }
}

/** The widths of a layout with another one for a column; with none it is as wide as it needs to be. */
export function widthsWith(
  { widths = {} }: ListLayout,
  id: string,
  width: number | undefined,
): Readonly<Record<string, number>> {
  const { [id]: _, ...others } = widths
  if (width === undefined) return others
  return { ...others, [id]: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.round(width))) }
}

function isWidth(width: unknown): boolean {
  return typeof width === 'number' && width >= LEAST_WIDTH && width <= MOST_WIDTH
}

/**
 * The layout that a person has given the list of a resource, in this browser. Other tabs and all that show the same
 * list hear of a change. In a view it is the view's, with what the person has changed of it and not saved.
 */
export function useListLayout(resource: Resource, named?: string) {
  const layouts = useSyncExternalStore(onLayouts, layoutsNow)
  const around = useContext(ShownViewContext)
  const shown = named ?? around
  const view = shown !== undefined && layouts.has(shown) ? shown : undefined
  const base = view === undefined ? undefined : layouts.get(view)
  const key = layoutKey(personNow(), resource.page, view)
  const text = useSyncExternalStore(watch, () => textAt(key))
  const layout = useMemo(
    () => readLayout(resource, text ? parsed(text) : base),
    [resource, text, base],
  )
  return {
    layout,
    /** Not as the view has it. */
    isChanged: view !== undefined && Boolean(text),
    change: (next: ListLayout) => {
      const own = view === undefined ? {} : readLayout(resource, base)
      const clean = readLayout(resource, next)
      keep(key, isSame(clean, own) ? undefined : clean)
    },
    reset: () => keep(key, undefined),
  }
}

function isSame(one: ListLayout, other: ListLayout): boolean {
  const text = (layout: ListLayout) => JSON.stringify(Object.entries(layout).sort())
  return text(one) === text(other)
}

/** What a browser refused to keep holds until the page is left. */
const refused = new Map<string, string>()
const listeners = new Set<() => void>()

function textAt(key: string): string | null {
  return refused.get(key) ?? readStored(key)
}

function keep(key: string, layout: ListLayout | undefined): void {
  const text = layout === undefined ? null : JSON.stringify(layout)
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
