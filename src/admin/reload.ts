const KEY = 'waymark_reloaded_for'

/**
 * After an update an open page asks for files that are gone. Loads the page anew once per build (matrix
 * row 46); a second failure, or storage that cannot remember the first, is left to the page's own message.
 */
export function reloadOncePerBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!remember(import.meta.url)) return
    event.preventDefault()
    location.reload()
  })
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
