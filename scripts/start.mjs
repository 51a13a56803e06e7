// npm start: installs missing packages, builds if needed, and becomes the server.
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { become } from './steps/process.mjs'

await ensureInstalled()
await ensureBuilt()
await become('main.js', process.argv.slice(2))
