import { useContext, useMemo, useSyncExternalStore } from 'react'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { type Column, columnIds } from '#model/columns.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameColumn } from '../cells/columns.ts'
import { layoutsNow, onLayouts, parsed, personNow, ShownViewContext } from '../views/saved-views.ts'

/** What a person has set of a list. Whatever is not said is as declared. */
export interface ListLayout {
  /** Those that are shown, in their order. */
  columns?: readonly string[]
  pageSize?: number
}

/** Reads a stored layout for this resource. Ignores unknown columns, settings of former versions and nonsense. */
export function readLayout(resource: Pick<Resource, 'columns'>, value: unknown): ListLayout {
  if (!isObject(value)) return {}
  const known = columnIds(resource)
  const columns = [...new Set(textsAt(value.columns))].filter((id) => known.includes(id))
  const { pageSize } = value
  const isSize = typeof pageSize === 'number' && Number.isInteger(pageSize) && pageSize > 0
  return { ...(columns.length > 0 && { columns }), ...(isSize && { pageSize }) }
}

/** The columns of a list in their order: those of the layout, else all. The name leads to the record: it is always there. */
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
 * The layout that a person has given the list of a resource, in this browser. Other tabs and all that show the same
 * list hear of a change. In a view it is the view's, with what the person has changed of it and not saved.
 */
export function useListLayout(resource: Resource, named?: string) {
  const layouts = useSyncExternalStore(onLayouts, layoutsNow)
  const around = useContext(ShownViewContext)
  const shown = named ?? around
  const view = shown !== undefined && layouts.has(shown) ? shown : undefined
  const base = view === undefined ? undefined : layouts.get(view)
  // Within a view, what was changed of it and not saved.
  const key = [
    'waymark_list',
    personNow(),
    resource.page,
    ...(view === undefined ? [] : [view]),
  ].join(':')
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
