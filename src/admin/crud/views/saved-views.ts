import { createContext } from 'react'
import type { ListPlace } from '#admin/format/form-address.ts'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { currentSession, hasChanges } from '#admin/http/session.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { watched } from '#admin/ui/watched.ts'
import { createListReader, type ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, isObject } from '#model/paths.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'
import { registry } from '#resources/index.ts'

export const VIEWS = registry.find(({ name }) => name === 'views') as Resource

/** A view as the server keeps it. */
export interface SavedView extends Row {
  name: string
  query: string
  layout?: unknown
  shared?: boolean
  owner: string
}

/** What a view asks for that its list no longer knows, in the words of the screen. */
export function lostIn(resource: Resource, query: string): string[] {
  const given = new Map(new URLSearchParams(query))
  // Whether records still have a choice that is no longer offered is the server's to say.
  const { faults } = createListReader(resource, () => true)(given)
  const names = faults.map(({ parameter }) => {
    const path = parameter.replace(/_(from|to|is)$/, '')
    return labelOf(resource, path) ?? titled(path)
  })
  return [...new Set(names)]
}

/** The word in an address for the list as it is without a view, where it would open with one. */
const ALL = 'all'

/** The view that a list opens with, as this browser knows it from the last visit: the list opens right at once. */
export type KnownView = Pick<SavedView, 'id' | 'query' | 'layout'>

/** Whoever is in, for what is kept for each person. */
export function personNow(): string {
  const session = currentSession()
  return session.status === 'in' ? session.user._id || session.user.email : ''
}

const keyOf = (page: string) => `waymark_views:${personNow()}:${page}`

export function knownStart({ page }: Pick<Resource, 'page'>): KnownView | undefined {
  const start = getAt(parsed(readStored(keyOf(page))), 'start')
  const { id, query, layout } = isObject(start) ? start : {}
  return typeof id === 'string' ? { id, query: textAt(query), layout } : undefined
}

/** What is stored as JSON; undefined where it cannot be read. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text || 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps it for the next visit; undefined for the list as it is. */
export function keepStart({ page }: Pick<Resource, 'page'>, view: KnownView | undefined): void {
  const start = view && { id: view.id, query: view.query, layout: view.layout }
  writeStored(keyOf(page), start ? JSON.stringify({ start }) : null)
}

/** The view that the list around shows, by its id. */
export const ShownViewContext = createContext<string | undefined>(undefined)

const layouts = watched<ReadonlyMap<string, unknown>>(new Map())

/** How tables stand in the views that are known, by id. */
export const layoutsNow = layouts.now
export const onLayouts = layouts.watch

export function noteLayouts(views: readonly { id: string; layout?: unknown }[]): void {
  const now = layouts.now()
  const isKnown = (one: { id: string; layout?: unknown }) =>
    now.has(one.id) && JSON.stringify(now.get(one.id)) === JSON.stringify(one.layout)
  if (views.every(isKnown)) return
  layouts.set(new Map([...now, ...views.map(({ id, layout }) => [id, layout] as const)]))
}

/**
 * The place that an address stands for: one without any words stands for the view that the list opens with, as far
 * as this browser knows it.
 */
export function startPlace(resource: Resource, place: ListPlace): ListPlace {
  if (place.search !== '' || place.view !== undefined || !hasChanges()) return place
  const start = knownStart(resource)
  if (!start) return place
  noteLayouts([start])
  return { ...place, search: viewWords(resource, start.query), view: start.id }
}

/** The words of a view as its list's address has them now: what the declaration does not know is left out. */
export function viewWords(resource: Resource, query: string): string {
  return wordsOf(readListAddress(resource, query))
}

/** What a view keeps of a query: which records, in what order. The page's size is a matter of the layout. */
export function wordsOf({ search, filters, sort, deleted }: ListQuery): string {
  return listAddress({ search, filters, sort, ...(deleted && { deleted }) })
}

/** The place of the list as it is without a view; said in a word where it would open with one. */
export function placeOfAll(resource: Resource): Pick<ListPlace, 'search' | 'view'> {
  return { search: '', view: knownStart(resource) ? ALL : undefined }
}
