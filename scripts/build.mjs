// npm run build: the whole product into dist, whatever is there already.
import { build } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { alone } from './steps/lock.mjs'
import { requireNode } from './steps/node-version.mjs'

requireNode()
await ensureInstalled()
const { code } = await alone(() => build())
console.log(code === 0 ? 'Built: npm start runs it.' : 'The build failed.')
process.exitCode = code
