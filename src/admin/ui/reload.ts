const KEY = 'waymark_reloaded_for'

/**
 * After an update an open page asks for files that are gone. Loads the page anew once per build, since a file
 * that stays away would make it load for ever; a second failure, or storage that cannot remember the first, is
 * left to the page's own message.
 */
export function reloadOncePerBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || !remember(import.meta.url)) return
    event.preventDefault()
    location.reload()
  })
}

/**
 * For a lazily loaded module: while the page is being loaded anew there is none, and whoever waits for it
 * waits on.
 */
export function orReload<T>(module: T | undefined): T | Promise<never> {
  return module ?? new Promise(() => undefined)
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
