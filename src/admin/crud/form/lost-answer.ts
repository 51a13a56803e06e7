import { type Draft, fieldsOf, toBody } from '#admin/wire/draft.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { listLink } from '../list/list-address.ts'

/**
 * Whether saving a draft over this version of its record would change nothing: after an edit whose answer was
 * lost it was saved then. What a server tidies, and the ids it gives to new entries, are no difference.
 */
export function isSaved(resource: Resource, draft: Draft, row: Row): boolean {
  const [mine, stored] = [toBody(resource, 'edit', draft, row), row].map((values) =>
    JSON.stringify(shownOf(resource, values), withoutIds),
  )
  return mine === stored
}

/** The values of the form's fields, as the schema tidies them. */
function shownOf(resource: Resource, values: Record<string, unknown>): unknown[] {
  const body = withIds(resource.update, values)
  const parsed = parseBody(resource, 'edit', body)
  const tidy = parsed.ok ? parsed.value : body
  return fieldsOf(resource, 'edit').map(({ path }) => getAt(tidy, path) ?? '')
}

function withoutIds(key: string, value: unknown): unknown {
  return key === '_id' ? undefined : value
}

/** Where the list shows a record that may have been made: searched for by what names it, where it can be. */
export function lookUpAddress(resource: Resource, draft: Draft): string {
  const isSearched = ({ path }: { path: string }) => resource.search.includes(path)
  const named = resource.unique.filter(isSearched).map(({ path }) => path)
  const search = [...named, ...resource.search]
    .map((path) => getAt(draft, path))
    .find((value) => typeof value === 'string' && value.trim() !== '')
  return listLink(resource.page, { search: String(search ?? '').trim() })
}
