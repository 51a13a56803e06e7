import { useEffect, useState } from 'react'
import { sizedQuery } from '#admin/format/list-address.ts'
import { addressOf } from '#admin/http/asked-ahead.ts'
import { API_URL } from '#admin/http/backend.ts'
import { fetchList, type List } from '#admin/providers/adapters/fetch-list.ts'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { personNow } from '../views/known-views.ts'
import { usualSize } from './layout.ts'

/** The first page of a list that was read before anything was drawn. */
interface FirstList {
  key: string
  list: List
  at: number
}

/** A list that is not drawn in this time is read anew. */
const KEPT = 30_000

let first: FirstList | undefined

/**
 * Reads the list that the first script asked for, so that it is drawn with its rows at once. What fails, or is a
 * refusal, is left to the list, which takes over what was asked ahead or asks itself.
 */
export async function readFirstList(registry: readonly Resource[], person: string): Promise<void> {
  for (const { address, answer } of globalThis.askedAhead ?? []) {
    const [place] = address.split('?')
    const resource = registry.find(({ api }) => addressOf(API_URL + api.path) === place)
    if (!resource || resource.hasOwnPage) continue
    if (!(await answer).ok) return
    const query = sizedQuery(resource, '', usualSize(resource, person))
    const pagination = { currentPage: query.page, pageSize: query.limit, mode: 'server' } as const
    const asked = { pagination, ...refineQuery(resource, query) }
    const list = await fetchList(resource, asked, undefined)
    first = { key: keyOf(resource, query, person), list, at: Date.now() }
    return
  }
}

/** What a list's query begins with: the rows that were read before it was drawn, if they are those that it asks for. */
export function useFirstList(resource: Resource, query: ListQuery) {
  const [mine] = useState(() => (first && Date.now() - first.at < KEPT ? first : undefined))
  // A list that is opened later asks for itself.
  useEffect(() => {
    first = undefined
  }, [])
  if (mine?.key !== keyOf(resource, query, personNow())) return {}
  return { initialData: mine.list, initialDataUpdatedAt: mine.at, refetchOnMount: false }
}

function keyOf({ page }: Resource, query: ListQuery, person: string): string {
  return JSON.stringify([person, page, query])
}
