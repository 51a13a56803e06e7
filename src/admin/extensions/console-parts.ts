import { type PartsModule, partsFrom } from '#admin/crud/parts/finder.ts'
import { registry } from '#resources/index.ts'

/** The console's own components. */
export const consoleParts = partsFrom(import.meta.glob<PartsModule>('./*/parts.tsx'))

// In development a wrong name is told when the console starts; the tests refuse it. Production would have to
// load every part first; there the page that names it says that it cannot be shown.
if (import.meta.env.DEV)
  consoleParts.check(registry).catch((error: unknown) => console.error(error))
