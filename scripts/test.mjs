// npm test: installs what is missing, then runs the phases in turn. The last line counts everything.
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './steps/build.mjs'
import { ensureChromium } from './steps/chromium.mjs'
import { countBrowser, countUnit, printTotal } from './steps/counts.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { requireNode } from './steps/node-version.mjs'
import { ensurePostgres15 } from './steps/postgres15.mjs'
import { root, runNode, tool } from './steps/process.mjs'

const USAGE = `npm test                        the gate: checks, build, unit, server and browser tests
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
  ...{ check: ['check'], unit: ['unit'], server: ['build', 'unit'], browser: ['build', 'browser'] },
}
/** The projects of vitest that a part runs; the others have one of their own name. */
const UNIT = 'unit,dom,replacing'
const PROJECTS = { gate: `${UNIT},server`, all: `${UNIT},server,nightly`, unit: UNIT }

requireNode()
const [name = 'gate', ...files] = process.argv.slice(2)
const missing = files.find((file) => !existsSync(join(root, file)))
if (!(name in PARTS) || missing) {
  console.error(missing ? `${missing} does not exist.` : USAGE)
  process.exit(2)
}
// A file that is named runs with its nightly tests.
const [, suffix = 'all'] = /\.(stress|looks)\./.exec(files[0] ?? '') ?? []
process.env.TESTS = files[0] ? suffix : (/^(all|stress|looks)$/.exec(name)?.[0] ?? 'gate')
if (name === 'all') process.env.FC_SEED ??= String(randomInt(2 ** 31))

await ensureInstalled()
const reports = mkdtempSync(join(tmpdir(), 'waymark-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
process.env.VITEST_JSON_OUTPUT_FILE = join(reports, 'unit.json')
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(reports, 'browser.json')
const counts = []
for (const phase of PARTS[name]) {
  console.log(`\n== ${phase} ==`)
  counts.push(await { check, build, unit, browser }[phase]())
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
  if (['all', 'stress'].includes(process.env.TESTS)) ensurePostgres15()
  const projects = (PROJECTS[name] ?? name).split(',')
  const chosen = files[0] ? files : projects.flatMap((project) => ['--project', project])
  const { code } = await runNode(tool('vitest/vitest.mjs'), ['run', ...chosen])
  return countUnit(process.env.VITEST_JSON_OUTPUT_FILE, code)
}

async function browser() {
  process.env.CHROMIUM_PATH = ensureChromium()
  const { code } = await runNode(tool('@playwright/test/cli.js'), ['test', ...files])
  return countBrowser(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, code)
}
