// npm start: installs what is missing, builds what is stale, and becomes the server.
import { join } from 'node:path'
import { become } from './steps/become.mjs'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { requireNode } from './steps/node-version.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
await become(join('dist', 'server', 'main.js'), process.argv.slice(2))
