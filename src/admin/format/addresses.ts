/** Where the console stands, and its sign-in page. */
export const HOME = '/admin'
export const LOGIN = `${HOME}/login`

/** The address of a page of the console: 'users' gives '/admin/users'. */
export function pageAddress(page: string): string {
  return `${HOME}/${page}`
}
