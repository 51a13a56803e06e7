/** Where the console stands, and its sign-in page. */
export const HOME = '/admin'
export const LOGIN = `${HOME}/login`

/** The address of a page of the console, or of a record on it: 'users' gives '/admin/users'. */
export function pageAddress(page: string, id?: string): string {
  return id === undefined ? `${HOME}/${page}` : `${HOME}/${page}/${encodeURIComponent(id)}`
}

/** Below the address of a record: its form. */
export const FORM_STEP = 'edit'

/** Where the form of a record is open over its page. */
export function formAddress(page: string, id: string): string {
  return `${pageAddress(page, id)}/${FORM_STEP}`
}
