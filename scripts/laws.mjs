// npm run laws: runs the property tests of changes with as many random cases as wanted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './steps/install.mjs'
import { helpOn, root, runNode, tool } from './steps/process.mjs'

const FILE = join('tests', 'server', 'laws.nightly.test.ts')
const USUAL_RUNS = 10_000

// 'merge' of the title 'merge: two changes …'.
const titles = readFileSync(join(root, FILE), 'utf8').matchAll(/^ {2}'([a-z-]+): /gm)
const all = [...titles].map(([, name]) => name)
const [law = 'all', runs = USUAL_RUNS, seed = Math.floor(Math.random() * 2 ** 31)] =
  process.argv.slice(2)
const USAGE = `Usage: npm run laws -- [all|${all.join('|')}] [RUNS] [SEED]`
helpOn(USAGE, [law])
if (!['all', ...all].includes(law) || !(Number(runs) > 0)) {
  console.error(USAGE)
  process.exit(2)
}
await ensureInstalled()
console.log(`${law}: ${runs} runs, seed ${seed}`)
const only = law === 'all' ? [] : ['-t', `^${law}: `]
const { code } = await runNode(
  tool('vitest/vitest.mjs'),
  ['run', '--project', 'nightly', FILE, ...only],
  { env: { LAW_RUNS: String(runs), LAW_SEED: String(seed) } },
)
process.exitCode = code
