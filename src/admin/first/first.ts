import { readStored } from '#admin/ui/storage.ts'
import { shadeOf, THEME_KEY } from '#admin/ui/theme/shade.ts'
import { TOKEN_KEY } from '#contract/session.ts'
import { preloadConsole } from './preload.ts'
import { installTrustedTypes } from './trusted-types.ts'

// Runs before anything else on the page: the policy must stand before the first library is read, and the
// theme before the first paint.
installTrustedTypes()

const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = shadeOf(readStored(THEME_KEY), prefersDark)

// Whoever holds a token will need the console: fetch it beside the entry, not after it.
if (readStored(TOKEN_KEY)) preloadConsole()
