const KEY = 'waymark_reloaded_for'

let isReloading = false

/** Whether the page is about to be loaded again, so that an error needs no message. */
export const isPageReloading = (): boolean => isReloading

/**
 * After an update an open page asks for files that are gone. Reloads the page once for each build: a file that stays
 * away would make it reload for ever. The second failure is left to the page's own message.
 */
export function reloadOncePerBuild(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine || !remember(import.meta.url)) return
    isReloading = true
    location.reload()
  })
}

/**
 * Reloads the page when a module fails again at Retry although its file can be fetched: React.lazy remembers a failed
 * import for the life of the page. Typed text stays as a draft. Takes the error of the import, which names the file in
 * Chromium and Firefox. Never throws.
 */
export async function reloadWhereKept(failure: unknown): Promise<void> {
  const [file = location.href] = /https?:\S+/.exec(String(failure)) ?? []
  const isThere = await fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  // Drafts keep what was typed, so the browser need not ask.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
    capture: true,
    once: true,
  })
  location.reload()
}

function remember(build: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === build) return false
    sessionStorage.setItem(KEY, build)
    return true
  } catch {
    return false
  }
}
