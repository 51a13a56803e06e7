// npm run build: builds the whole product into dist.
import { build } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { alone } from './steps/lock.mjs'

await ensureInstalled()
const { code } = await alone(() => build())
console.log(code === 0 ? 'Build finished. To run it: npm start' : 'The build failed.')
process.exitCode = code
