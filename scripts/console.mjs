// npm run console: serves a console that was built for another backend (VITE_API_URL), and becomes that server.
import { join } from 'node:path'
import { become } from './steps/become.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { requireNode } from './steps/node-version.mjs'

requireNode()
await ensureInstalled()
// Without the variable, what was built with it is served as it is.
if (process.env.VITE_API_URL) await ensureBuilt()
await become(join('dist', 'server', 'console.js'), process.argv.slice(2))
