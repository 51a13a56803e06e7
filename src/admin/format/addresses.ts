/** Addresses of the console and its sign-in page. */
export const HOME = '/admin'
export const LOGIN = `${HOME}/login`

/** The page of one's own account. */
export const ACCOUNT_PAGE = 'account'
export const SETTINGS_PAGE = 'settings'
/** The page of the tokens of programs. */
export const TOKENS_PAGE = 'tokens'

/** The address of a page of the console, or of a record on it: 'users' gives '/admin/users'. */
export function pageAddress(page: string, id?: string): string {
  return id === undefined ? `${HOME}/${page}` : `${HOME}/${page}/${encodeURIComponent(id)}`
}

/** Below the address of a record: its form. */
export const FORM_STEP = 'edit'

/** The parameter of a list's address that opens the form of a new record over it. */
export const ADD_STEP = 'add'

/** Where the form of a new record is open over its list. */
export function addAddress(page: string): string {
  return `${pageAddress(page)}?${ADD_STEP}`
}

/** Below the address of a list: what is brought into it from a file. */
export const IMPORT_STEP = 'import'

/** Where a file is brought into a list, and with its id where one that was begun goes on. */
export function importAddress(page: string, id?: string): string {
  const to = pageAddress(page, IMPORT_STEP)
  return id === undefined ? to : `${to}/${encodeURIComponent(id)}`
}

/** Where the form of a record is open over its page. */
export function formAddress(page: string, id: string): string {
  return `${pageAddress(page, id)}/${FORM_STEP}`
}
