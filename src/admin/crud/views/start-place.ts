import type { ListPlace } from '#admin/format/form-address.ts'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { ALL, knownViews, noteLayouts } from './known-views.ts'

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
