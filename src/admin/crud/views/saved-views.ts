import { createContext } from 'react'
import type { ListPlace } from '#admin/format/form-address.ts'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { currentSession, hasChanges } from '#admin/http/session.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { watched } from '#admin/ui/watched.ts'
import { createListReader, type ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { isObject } from '#model/paths.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'
import { keeperOf, viewsKey } from '../list/kept.ts'

/** A view as the screens hold it. */
export interface SavedView {
  id: string
  name: string
  query: string
  layout: unknown
  isShared: boolean
  owner: string
  /** As it was read, for its version. */
  row: Row
}

export function readView(row: Row): SavedView {
  return {
    id: row.id,
    name: textAt(row.name),
    query: textAt(row.query),
    layout: row.layout,
    isShared: row.shared === true,
    owner: textAt(row.owner),
    row,
  }
}

/** One's own first, then those that others share. */
export function inOrder(views: readonly SavedView[], person: string): readonly SavedView[] {
  const isOwn = ({ owner }: SavedView) => owner === person
  return [...views.filter(isOwn), ...views.filter((view) => !isOwn(view))]
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
export const ALL = 'all'

/** The view that a list opens with: the words of its address, and how the table stands. */
export interface StartView {
  id: string
  query: string
  layout: unknown
}

/**
 * What this browser knows of the views of a list from the last visit, so that the list opens right at once: whether
 * there are any, and the one that it opens with.
 */
export interface KnownViews {
  hasAny: boolean
  start: StartView | undefined
}

/** Whoever is in, for what is kept for each person. */
export function personNow(): string {
  const session = currentSession()
  return session.status === 'in' ? keeperOf(session.user) : ''
}

export function knownViews({ page }: Pick<Resource, 'page'>): KnownViews {
  try {
    const stored: unknown = JSON.parse(readStored(viewsKey(personNow(), page)) ?? 'null')
    if (!isObject(stored)) return NOTHING
    const start = isObject(stored.start) ? stored.start : {}
    const id = textAt(start.id)
    return {
      hasAny: stored.hasAny === true,
      start: id ? { id, query: textAt(start.query), layout: start.layout } : undefined,
    }
  } catch {
    return NOTHING
  }
}

const NOTHING: KnownViews = { hasAny: false, start: undefined }

/** Keeps it for the next visit. */
export function keepKnown({ page }: Pick<Resource, 'page'>, known: KnownViews): void {
  const isNothing = !(known.hasAny || known.start)
  writeStored(viewsKey(personNow(), page), isNothing ? null : JSON.stringify(known))
}

/** The view that the list around shows, by its id. */
export const ShownViewContext = createContext<string | undefined>(undefined)

const layouts = watched<ReadonlyMap<string, unknown>>(new Map())

/** How tables stand in the views that are known, by id. */
export const layoutsNow = layouts.now
export const onLayouts = layouts.watch

export function noteLayouts(views: readonly { id: string; layout: unknown }[]): void {
  const now = layouts.now()
  if (views.every(({ id, layout }) => now.has(id) && isSame(now.get(id), layout))) return
  layouts.set(new Map([...now, ...views.map(({ id, layout }) => [id, layout] as const)]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The place that an address stands for: one without any words stands for the view that the list opens with, as far
 * as this browser knows it.
 */
export function startPlace(resource: Resource, place: ListPlace): ListPlace {
  if (place.search !== '' || place.view !== undefined || !hasChanges()) return place
  const { start } = knownViews(resource)
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
  return { search: '', view: knownViews(resource).start ? ALL : undefined }
}
