/** The parameter of a list's address that names the record whose form is open over it. */
const EDITED = 'edit'

/** What an address says: the list's own query, and the record whose form is open over the list. */
export interface ListPlace {
  search: string
  edited: string | undefined
}

/** Takes the query of an address; what the list itself is asked for stays as it was written. */
export function readPlace(search: string): ListPlace {
  const parts = search.replace(/^\?/, '').split('&').filter(Boolean)
  const isForm = (part: string) => part.startsWith(`${EDITED}=`)
  const rest = parts.filter((part) => !isForm(part)).join('&')
  const edited = new URLSearchParams(parts.find(isForm)).get(EDITED) ?? undefined
  return { search: rest && `?${rest}`, edited: edited || undefined }
}

/** The same written: `?role=admin&edit=42`. */
export function writePlace({ search, edited }: ListPlace): string {
  if (edited === undefined) return search
  return `${search ? `${search}&` : '?'}${EDITED}=${encodeURIComponent(edited)}`
}
