// npm run console: serves a console that was built for another backend (VITE_API_URL).
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { become } from './steps/process.mjs'

await ensureInstalled()
// Without the variable, serves an existing build even if it is for another backend.
if (process.env.VITE_API_URL) await ensureBuilt()
await become('console.js', process.argv.slice(2))
