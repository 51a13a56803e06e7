// npm run admin | demo | bench | audit: runs one command.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { become, root, runNode, tool } from './steps/process.mjs'

const [command = '', ...args] = process.argv.slice(2)
await ensureInstalled()
await ensureBuilt()

if (command === 'bench') await measure(args)
else if (command === 'audit') await measure(['audit', ...args])
else await become('command.js', [command, ...args])

/** Benchmarks are TypeScript beside the tests: `npm run bench -- <name> …`. */
async function measure([name = '', ...rest]) {
  const script = join('tests', 'bench', `${name}.ts`)
  if (!/^[\w-]+$/.test(name) || !existsSync(join(root, script))) {
    console.error('Usage: npm run bench -- <name> …, where tests/bench/<name>.ts exists.')
    process.exit(2)
  }
  const { code } = await runNode(tool('tsx/dist/cli.mjs'), [script, ...rest])
  process.exitCode = code
}
