import { watched } from '#admin/ui/watched.ts'

/** What stands above the whole console: the palette, or the list of shortcuts. */
export const opened = watched<'palette' | 'keys' | undefined>(undefined)

/** Closes one of them, if it still is the one that is open. */
export function close(what: 'palette' | 'keys'): void {
  if (opened.now() === what) opened.set(undefined)
}
