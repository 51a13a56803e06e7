// npm test: installs what is missing, then checks, unit and server tests, the build and the browser
// tests. One part, or some files of it: see USAGE. The last line counts everything.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, ensureBuilt } from './steps/build.mjs'
import { ensureChromium } from './steps/chromium.mjs'
import { countBrowser, countUnit } from './steps/counts.mjs'
import { checkDeclarations } from './steps/declarations.mjs'
import { isFresh } from './steps/freshness.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { alone } from './steps/lock.mjs'
import { requireNode } from './steps/node-version.mjs'
import { root, runNode, tool } from './steps/process.mjs'

const USAGE = `npm test                          everything: checks, unit and server tests, the build, browser tests
npm test -- check                 what needs no test: types, style, imports, sizes
npm test -- unit [FILE ...]       unit, server and runtime tests, or just these files
npm test -- server [FILE ...]     server tests on a real PostgreSQL, or just these files
npm test -- browser [FILE ...]    browser tests on the built product, or just these files
npm test -- --help                this

  npm test -- unit src/model/check.test.ts
  npm test -- server tests/server/users.test.ts
  npm test -- browser tests/admin/users.spec.ts`

requireNode()
const [part = 'all', ...given] = process.argv.slice(2)
if (['--help', '-h', 'help'].includes(part)) {
  console.log(USAGE)
  process.exit(0)
}
const phases = {
  check: { in: ['all', 'check'], run: check },
  unit: { in: ['all', 'unit', 'server'], run: unit },
  build: { in: ['all'], run: product },
  browser: { in: ['all', 'browser'], run: browser },
}
const chosen = Object.entries(phases).filter(([, phase]) => phase.in.includes(part))
const files = given.map((file) => relative(root, file))
const fault = faultOf()
if (fault) {
  console.error(`${fault}\n\n${USAGE}`)
  process.exit(2)
}

await ensureInstalled()
// Nearly every test would fail of them, each with a stack of its own.
if ((await checkDeclarations()).code !== 0) {
  console.log('\n0 passed, 1 failed')
  process.exit(1)
}
const chromium = chosen.some(([name]) => name === 'browser') ? ensureChromium() : ''
mkdirSync(join(root, '.cache'), { recursive: true })
const reports = mkdtempSync(join(root, '.cache', 'reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const total = { passed: 0, failed: 0, skipped: 0 }
for (const [name, { run }] of chosen) {
  console.log(`\n== ${name} ==`)
  const { passed = 0, failed = 0, skipped = 0 } = await run().catch(broken)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  // A phase that ran nothing has shown nothing.
  if (passed + failed === 0) {
    console.log(`The phase ${name} ran no test at all.`)
    total.failed += 1
  }
}

/** Why the arguments cannot be run; undefined when they can. */
function faultOf() {
  if (chosen.length === 0) return `There is no part '${part}'.`
  if (files.length > 0 && ['all', 'check'].includes(part)) return `${part} takes no files.`
  const end = part === 'browser' ? /\.spec\.ts$/ : /\.test\.tsx?$/
  for (const file of files) {
    if (!existsSync(join(root, file))) return `There is no file ${file}.`
    if (!end.test(file)) return `${file} is no ${part} test.`
  }
  return undefined
}

function broken(failure) {
  console.log(failure)
  return { failed: 1 }
}

async function check() {
  const report = join(reports, 'check.json')
  await runNode(join('scripts', 'check.mjs'), [], { env: { CHECK_REPORT: report } })
  return JSON.parse(readFileSync(report, 'utf8'))
}

async function unit() {
  // Only those of tests/runtime start the built product.
  const isAmong = files.length === 0 || files.some((file) => file.startsWith('tests/runtime'))
  if (part !== 'server' && isAmong) await ensureBuilt()
  const report = join(reports, 'unit.json')
  const { code } = await runNode(tool('vitest/vitest.mjs'), [
    'run',
    ...files,
    ...(part === 'server' ? ['--project', 'server'] : []),
    '--exclude=**/*.spec.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return countUnit(report, code)
}

async function product() {
  if (isFresh()) {
    console.log('The build is up to date.')
    return { passed: 1 }
  }
  const { code } = await alone(() => build())
  return code === 0 ? { passed: 1 } : { failed: 1 }
}

async function browser() {
  await ensureBuilt()
  const report = join(reports, 'browser.json')
  const { code } = await runNode(
    tool('@playwright/test/cli.js'),
    ['test', ...files, '--reporter=list,json'],
    { env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  )
  return countBrowser(report, code)
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
