import { usableToken } from '#admin/http/session.ts'
import { readStored } from '#admin/ui/storage.ts'
import { shadeOf, THEME_KEY } from '#admin/ui/theme/shade.ts'
import { TOKEN_KEY } from '#contract/session.ts'
import { askAhead, type FirstReads } from './ask-ahead.ts'
import { preloadConsole } from './preload.ts'
import { installTrustedTypes } from './trusted-types.ts'

declare global {
  /** Written by the build. */
  var FIRST_READS: FirstReads
}

// Runs before anything else on the page: the policy must stand before the first library is read, and the
// theme before the first paint.
installTrustedTypes()

const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = shadeOf(readStored(THEME_KEY), prefersDark)

// Whoever holds a token will need the console, and what it asks first: all of it comes beside the entry, not after.
const token = usableToken(readStored(TOKEN_KEY))
if (token === null) fetchFont()
else {
  askAhead(token, globalThis.FIRST_READS)
  preloadConsole(location.pathname, fetchFont)
}

/** The letters: before the code they would keep a slow line from it, after it they come while it is read. */
function fetchFont(): void {
  document.querySelector('link[as=font]')?.removeAttribute('media')
}
