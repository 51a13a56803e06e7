import { ADD_STEP } from '#admin/format/addresses.ts'

/** Parameters of a list's address that are not part of its query. */
const EDITED = 'edit'
const VIEW = 'view'

/** State in an address: the list's query, its view, and the open form. */
export interface ListPlace {
  search: string
  view?: string | undefined
  /** The record whose form is open. */
  edited: string | undefined
  /** True if the form of a new record is open. */
  isAdding?: boolean | undefined
}

/** Reads the state from an address's query. The list's own part keeps its spelling. */
export function readPlace(search: string): ListPlace {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean)
  const isOwn = (part: string) => [EDITED, ADD_STEP, VIEW].includes(part.split('=', 1)[0] ?? '')
  const rest = parts.filter((part) => !isOwn(part)).join('&')
  const own = new URLSearchParams(parts.filter(isOwn).join('&'))
  const edited = own.get(EDITED) || undefined
  return {
    search: rest && `?${rest}`,
    view: own.get(VIEW) || undefined,
    edited,
    isAdding: edited === undefined && own.has(ADD_STEP),
  }
}

/** Writes the state as a query: `?role=admin&view=7&edit=42`, or `?role=admin&view=7&add`. */
export function writePlace({ search, view, edited, isAdding = false }: ListPlace): string {
  const parts = [
    search.replace(/^\?/, ''),
    view && `${VIEW}=${encodeURIComponent(view)}`,
    edited && `${EDITED}=${encodeURIComponent(edited)}`,
    isAdding && ADD_STEP,
  ].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
