import { type PartsModule, partsFrom } from '#admin/crud/parts/finder.ts'
import { registry } from '#resources/index.ts'

/** The console's own components. */
export const consoleParts = partsFrom(import.meta.glob<PartsModule>('./*/parts.tsx'))

// Development checks the names at start, and tests fail on wrong ones. Production would have to load every part
// first; there, the page that uses a wrong name shows an error.
if (import.meta.env.DEV)
  consoleParts.check(registry).catch((error: unknown) => console.error(error))
