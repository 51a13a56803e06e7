/** Addresses of the console and its sign-in page. */
export const HOME = '/admin'
export const LOGIN = `${HOME}/login`

/** The signed-in user's account page. */
export const ACCOUNT_PAGE = 'account'
export const SETTINGS_PAGE = 'settings'
/** The page of API tokens. */
export const TOKENS_PAGE = 'tokens'

/** Returns the address of a page, or of a record on it: 'users' gives '/admin/users'. */
export function pageAddress(page: string, id?: string): string {
  return id === undefined ? `${HOME}/${page}` : `${HOME}/${page}/${encodeURIComponent(id)}`
}

/** Path segment of a record's form, below the record's address. */
export const FORM_STEP = 'edit'

/** The parameter of a list's address that opens the form of a new record over it. */
export const ADD_STEP = 'add'

/** Returns the address of a list with the form for a new record open. */
export function addAddress(page: string): string {
  return `${pageAddress(page)}?${ADD_STEP}`
}

/** Path segment of the import, below the list's address. */
export const IMPORT_STEP = 'import'

/** Returns the address of an import into a list; with an id, of a started one. */
export function importAddress(page: string, id?: string): string {
  const to = pageAddress(page, IMPORT_STEP)
  return id === undefined ? to : `${to}/${encodeURIComponent(id)}`
}

/** Returns the address of a record's page with its form open. */
export function formAddress(page: string, id: string): string {
  return `${pageAddress(page, id)}/${FORM_STEP}`
}
