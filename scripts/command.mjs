// npm run admin | demo | bench | audit: runs one command.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { become, helpOn, root, runNode, tool } from './steps/process.mjs'

const [command = '', ...args] = process.argv.slice(2)
await ensureInstalled()
await ensureBuilt()

if (command === 'bench') await measure(args)
else if (command === 'audit') await measure(['audit', ...args])
else await become('command.js', [command, ...args])

/** Benchmarks are TypeScript beside the tests: `npm run bench -- <name> …`. */
async function measure([name = '', ...rest]) {
  const folder = join('tests', 'bench')
  const script = join(folder, `${name}.ts`)
  const names = readdirSync(join(root, folder)).flatMap(
    (file) => /^(.+)\.ts$/.exec(file)?.[1] ?? [],
  )
  const usage = `Usage: npm run bench -- <name> …\n\nNames: ${names.join(', ')}\n\ndocs/benchmarks.md describes them.`
  if (command === 'bench') helpOn(usage, [name])
  if (!/^[\w-]+$/.test(name) || !existsSync(join(root, script))) {
    console.error(`${name ? `Unknown benchmark '${name}'.` : 'Name a benchmark.'}\n\n${usage}`)
    process.exit(2)
  }
  const { code } = await runNode(tool('tsx/dist/cli.mjs'), [script, ...rest])
  process.exitCode = code
}
