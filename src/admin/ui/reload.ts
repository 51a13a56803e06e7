const KEY = 'waymark_reloaded_for'

/** Vite asks for a style sheet but once, whether it came or not. */
const missing = new Set<HTMLLinkElement>()

/**
 * After an update an open page asks for files that are gone. Loads the page anew once per build, since a file
 * that stays away would make it load for ever; a second failure, or storage that cannot remember the first, is
 * left to the page's own message. From here on it is also known which style sheets did not come.
 */
export function reloadOncePerBuild(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
    },
    true,
  )
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

/** Asks again for the style sheets that did not come. Rejects when one does not come again. */
export async function fetchMissingStyles(): Promise<void> {
  await Promise.all(
    [...missing].map((link) => {
      missing.delete(link)
      const again = link.cloneNode() as HTMLLinkElement
      return new Promise((resolve, reject) => {
        again.addEventListener('load', resolve)
        again.addEventListener('error', () => reject(new Error(`No style from ${again.href}`)))
        link.replaceWith(again)
      })
    }),
  )
}

/**
 * Reloads the page when a module fails again at Retry although its file can be fetched: Chromium before 156 remembers a
 * failed import for the life of the page, and every browser remembers a module that threw. Typed text stays as a draft.
 * Takes the error of the import, which names the file in Chromium and Firefox. Never throws.
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
