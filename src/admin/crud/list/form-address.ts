/** The parameters of a list's address that are none of its query. */
const EDITED = 'edit'
const VIEW = 'view'

/** What an address says: the list's own query, the view it belongs to, and the record whose form is open over it. */
export interface ListPlace {
  search: string
  view?: string | undefined
  edited: string | undefined
}

/** Takes the query of an address; what the list itself is asked for stays as it was written. */
export function readPlace(search: string): ListPlace {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean)
  const isOwn = (part: string) => [EDITED, VIEW].includes(part.split('=', 1)[0] ?? '')
  const rest = parts.filter((part) => !isOwn(part)).join('&')
  const own = new URLSearchParams(parts.filter(isOwn).join('&'))
  return {
    search: rest && `?${rest}`,
    view: own.get(VIEW) || undefined,
    edited: own.get(EDITED) || undefined,
  }
}

/** The same written: `?role=admin&view=7&edit=42`. */
export function writePlace({ search, view, edited }: ListPlace): string {
  const parts = [
    search.replace(/^\?/, ''),
    view && `${VIEW}=${encodeURIComponent(view)}`,
    edited && `${EDITED}=${encodeURIComponent(edited)}`,
  ].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
