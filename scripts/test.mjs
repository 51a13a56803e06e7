// npm test: installs what is missing, then checks, builds, and runs unit and server tests beside the browser
// tests: each waits much, and together they fill the cores. One part, or some files of it: see USAGE. The output
// is that of one phase after the other, and the last line counts everything.
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
import { ensurePostgres15 } from './steps/postgres15.mjs'
import { root, runNode, tool } from './steps/process.mjs'

const USAGE = `npm test                          everything: checks, the build, unit, server and browser tests
npm test -- check                 what needs no test: types, style, imports, sizes
npm test -- unit [FILE ...]       unit, server and runtime tests, or just these files
npm test -- server [FILE ...]     server tests on a real PostgreSQL, or just these files
npm test -- browser [FILE ...]    browser tests on the built product, or just these files
npm test -- --help                this

  npm test -- unit src/model/check/check.test.ts
  npm test -- server tests/server/users.test.ts
  npm test -- browser tests/admin/users.spec.ts`

requireNode()
const [part = 'all', ...given] = process.argv.slice(2)
if (['--help', '-h', 'help'].includes(part)) {
  console.log(USAGE)
  process.exit(0)
}
/** In turn; those of one entry side by side. */
const turns = [
  { check: { in: ['all', 'check'], run: check } },
  { build: { in: ['all'], run: product } },
  {
    unit: { in: ['all', 'unit', 'server'], run: unit },
    browser: { in: ['all', 'browser'], run: browser },
  },
]
const chosen = turns
  .map((turn) => Object.entries(turn).filter(([, phase]) => phase.in.includes(part)))
  .filter((turn) => turn.length > 0)
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
const chromium = chosen.flat().some(([name]) => name === 'browser') ? ensureChromium() : ''
if (chosen.flat().some(([name]) => name === 'unit')) ensurePostgres15()
mkdirSync(join(root, '.cache'), { recursive: true })
const reports = mkdtempSync(join(root, '.cache', 'reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** Said at the very end: whoever reads only the last lines sees what failed. */
const allFaults = []
const total = { passed: 0, failed: 0, skipped: 0 }
for (const turn of chosen) {
  const outputs = turn.map(([name]) => holdOutput(`\n== ${name} ==\n`))
  outputs[0].show()
  const runs = turn.map(([name, { run }], place) =>
    take(name, run, outputs[place], turn.length > 1),
  )
  for (const output of outputs) await output.show()
  await Promise.all(runs)
  // What is not built would be built again, twice and side by side.
  if (turn.some(([name]) => name === 'build') && !isFresh()) break
}

async function take(name, run, { tell, end }, isBesideAnother) {
  const { passed, failed, skipped, faults } = await run(isBesideAnother ? tell : undefined).then(
    (counts) => ({ passed: 0, failed: 0, skipped: 0, faults: [], ...counts }),
    (failure) => {
      tell(`${failure.stack}\n`)
      return { passed: 0, failed: 1, skipped: 0, faults: [] }
    },
  )
  allFaults.push(...faults)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  // A phase that ran nothing has shown nothing.
  if (passed + failed === 0) {
    tell(`The phase ${name} ran no test at all.\n`)
    total.failed += 1
  }
  end()
}

/** Keeps what a phase says until its turn to show it has come. */
function holdOutput(head) {
  let held = head
  let isShown = false
  let end
  const ended = new Promise((resolve) => {
    end = resolve
  })
  return {
    end,
    tell(text) {
      if (isShown) process.stdout.write(text)
      else held += text
    },
    show() {
      isShown = true
      process.stdout.write(held)
      held = ''
      return ended
    },
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

async function check() {
  const report = join(reports, 'check.json')
  await runNode(join('scripts', 'check.mjs'), [], { env: { CHECK_REPORT: report } })
  return JSON.parse(readFileSync(report, 'utf8'))
}

async function unit(tell) {
  // Only those of tests/runtime start the built product.
  const isAmong = files.length === 0 || files.some((file) => file.startsWith('tests/runtime'))
  if (part !== 'server' && isAmong) await ensureBuilt()
  const report = join(reports, 'unit.json')
  const { code } = await runNode(
    tool('vitest/vitest.mjs'),
    [
      'run',
      ...files,
      ...(part === 'server' ? ['--project', 'server'] : []),
      '--exclude=**/*.spec.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { tell },
  )
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

async function browser(tell) {
  await ensureBuilt()
  const report = join(reports, 'browser.json')
  const { code } = await runNode(
    tool('@playwright/test/cli.js'),
    ['test', ...files, '--reporter=list,json'],
    { env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, tell },
  )
  return countBrowser(report, code)
}

if (allFaults.length > 0) console.log(`\n== failed ==\n${allFaults.join('\n\n')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
