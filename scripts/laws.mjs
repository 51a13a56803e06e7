// npm run laws: runs the property tests of changes with as many random cases as wanted.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './steps/install.mjs'
import { root, runNode, tool } from './steps/process.mjs'

const FOLDER = join('tests', 'server', 'laws')
const USUAL_RUNS = 10_000

// 'merge' of merge.nightly.test.ts.
const files = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.test.ts'))
const nameOf = (file) => file.split('.')[0]
const all = [...new Set(files.map(nameOf))].sort()
const [law = 'all', runs = USUAL_RUNS, seed = Math.floor(Math.random() * 2 ** 31)] =
  process.argv.slice(2)
const chosen = all.filter((one) => [one, 'all'].includes(law))
if (chosen.length === 0 || !(Number(runs) > 0)) {
  console.error(`Usage: npm run laws -- [all|${all.join('|')}] [RUNS] [SEED]`)
  process.exit(2)
}
await ensureInstalled()
console.log(`${chosen.join(', ')}: ${runs} runs each, seed ${seed}`)
const { code } = await runNode(
  tool('vitest/vitest.mjs'),
  [
    'run',
    '--project',
    'nightly',
    ...files.filter((file) => chosen.includes(nameOf(file))).map((file) => join(FOLDER, file)),
  ],
  { env: { LAW_RUNS: String(runs), LAW_SEED: String(seed) } },
)
process.exitCode = code
