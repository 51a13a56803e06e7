// npm test: installs missing packages, then runs the phases in order. The last line has all counts.
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './steps/build.mjs'
import { countBrowser, countUnit, printTotal } from './steps/counts.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { helpOn, root, runNode, tool } from './steps/process.mjs'
import { ensureChromium, ensurePostgres15 } from './steps/test-programs.mjs'

const USAGE = `Usage:
npm test                        the gate: checks, build, unit, server and browser tests
npm run test:all                the gate and the nightly tests
npm run test:stress             process kills, races and full disks
npm run test:looks              the compared pictures, with the Chromium that made them
npm test -- check               checks only: types, style, imports, byte budgets
npm test -- unit [FILE ...]     tests beside modules, or these files
npm test -- server [FILE ...]   server tests on a real PostgreSQL, or these files
npm test -- browser [FILE ...]  browser tests on the built product, or these files`

const GATE = ['check', 'build', 'unit', 'browser']
const PARTS = {
  ...{ gate: GATE, all: GATE, stress: ['build', 'unit'], looks: ['build', 'browser'] },
  ...{ check: ['check'], browser: ['build', 'browser'] },
  ...{ unit: ['build', 'unit'], server: ['build', 'unit'] },
}
/** Vitest projects of a part; the other parts are projects themselves. */
const UNIT = 'unit,dom,replacing'
const PROJECTS = { gate: `${UNIT},server`, all: `${UNIT},server,nightly`, unit: UNIT }

const [name = 'gate', ...files] = process.argv.slice(2)
helpOn(USAGE, [name, ...files])
if (!(name in PARTS) || files.some((file) => !existsSync(join(root, file)))) {
  const missing = files.find((file) => !existsSync(join(root, file)))
  console.error(
    `${name in PARTS ? `There is no file ${missing}.` : `Unknown part '${name}'.`}\n\n${USAGE}`,
  )
  process.exit(2)
}
// Files that are named run with their nightly tests; pictures are compared only among themselves.
const isOf = (kind) => name === kind || files.some((file) => file.includes(`.${kind}.`))
process.env.TESTS = ['looks', 'stress'].find(isOf) ?? (files[0] || name === 'all' ? 'all' : 'gate')
if (name === 'all') process.env.FC_SEED ??= String(randomInt(2 ** 31))

await ensureInstalled()
const reports = mkdtempSync(join(tmpdir(), 'waymark-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
process.env.VITEST_JSON_OUTPUT_FILE = join(reports, 'unit.json')
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(reports, 'browser.json')
if (PARTS[name].includes('browser')) process.env.CHROMIUM_PATH = ensureChromium()
const failed = ({ stack }) => ({ failed: 1, faults: [stack] })
const counts = []
for (const phase of PARTS[name]) {
  console.log(`\n== ${phase} ==`)
  counts.push(await { check, build, unit, browser }[phase]().catch(failed))
  if (phase === 'build' && counts.at(-1).failed) break
}
process.exitCode = printTotal(counts)

async function check() {
  const { code } = await runNode(join('scripts', 'check.mjs'))
  return code === 0 ? { passed: 1 } : { failed: 1, faults: ['npm run check: see above'] }
}

async function build() {
  const { code, output } = await buildIfStale()
  return code === 0 ? { passed: 1 } : { failed: 1, faults: [output] }
}

async function unit() {
  if (['all', 'nightly'].some(isOf)) ensurePostgres15()
  const projects = (PROJECTS[name] ?? name).split(',')
  const chosen = files[0] ? files : projects.flatMap((project) => ['--project', project])
  const { code } = await runNode(tool('vitest/vitest.mjs'), ['run', ...chosen])
  return countUnit(process.env.VITEST_JSON_OUTPUT_FILE, code)
}

async function browser() {
  const { code } = await runNode(tool('@playwright/test/cli.js'), ['test', ...files])
  return countBrowser(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, code)
}
