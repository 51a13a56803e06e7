import { createContext } from 'react'
import { currentSession } from '#admin/http/session.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { watched } from '#admin/ui/watched.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { keeperOf, viewsKey } from '../list/kept.ts'

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
