// npm test: installs what is missing, then checks, unit and server tests, the build and the browser
// tests. `node scripts/test.mjs unit` or `browser` runs one part. The last line counts everything.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, ensureBuilt } from './steps/build.mjs'
import { ensureChromium } from './steps/chromium.mjs'
import { countBrowser, countUnit } from './steps/counts.mjs'
import { isFresh } from './steps/freshness.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { alone } from './steps/lock.mjs'
import { requireNode } from './steps/node-version.mjs'
import { root, runNode, tool } from './steps/process.mjs'

requireNode()
const part = process.argv[2] ?? 'all'
const phases = {
  check: { in: ['all', 'check'], run: check },
  unit: { in: ['all', 'unit'], run: unit },
  build: { in: ['all'], run: product },
  browser: { in: ['all', 'browser'], run: browser },
}
const chosen = Object.entries(phases).filter(([, phase]) => phase.in.includes(part))
if (chosen.length === 0) {
  console.error('Usage: npm test, or npm test -- check | unit | browser')
  process.exit(2)
}

await ensureInstalled()
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
  // Some start the built product.
  await ensureBuilt()
  const report = join(reports, 'unit.json')
  const { code } = await runNode(tool('vitest/vitest.mjs'), [
    'run',
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
    ['test', '--reporter=list,json'],
    { env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  )
  return countBrowser(report, code)
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
