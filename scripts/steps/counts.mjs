import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { root } from './process.mjs'

/**
 * Counts vitest's JSON report. A file that failed to load, or an error outside of tests, is a failure. `faults` has
 * the name and the first lines of each failure.
 */
export function countUnit(report, code) {
  const result = read(report)
  if (!result) return { failed: 1 }
  const files = result.testResults ?? []
  const unloaded = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const faults = [
    ...unloaded.map(({ name, message }) => fault(name, message)),
    ...files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => fault(`${name} › ${fullName}`, failureMessages[0])),
    ),
  ]
  const skipped = result.numPendingTests + (result.numTodoTests ?? 0)
  const failed = result.numFailedTests + unloaded.length
  return { passed: result.numPassedTests, failed: atLeastOne(failed, code), skipped, faults }
}

/** Maximum number of flaky tests in one run of the gate. */
const MOST_FLAKY = 3

/** Counts Playwright's JSON report in the same way. A test that passed only at its retry is flaky. */
export function countBrowser(report, code) {
  const result = read(report)
  if (!result) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = result.stats
  const specs = result.suites.flatMap(specsOf)
  const tooMany = flaky > MOST_FLAKY ? flaky : 0
  return {
    passed: expected + flaky,
    failed: atLeastOne(unexpected + tooMany, code),
    flaky: specs.filter(isFlaky).map(faultOf),
    skipped,
    faults: [
      ...result.errors.map(({ message }) => fault('outside of any test', message)),
      ...specs.filter(({ ok }) => !ok).map(faultOf),
      ...(tooMany ? [`${flaky} flaky tests; at most ${MOST_FLAKY} are accepted`] : []),
    ],
  }
}

/** Prints failures and flaky tests, then the sum of all phases. Returns the exit code. */
export function printTotal(counts) {
  const all = (key) => counts.flatMap((one) => one[key] ?? [])
  const sum = (key) => all(key).reduce((total, count) => total + count, 0)
  for (const [head, faults] of [
    ['flaky: passed at the retry', all('flaky')],
    ['failed', all('faults')],
  ])
    if (faults.length > 0) console.log(`\n== ${head} ==\n${faults.join('\n\n')}`)
  // A phase without any test run is a failure.
  const empty = counts.filter(({ passed = 0, failed = 0 }) => passed + failed === 0).length
  const failed = sum('failed') + empty
  const seed = process.env.FC_SEED ? `, FC_SEED=${process.env.FC_SEED}` : ''
  console.log(
    `\n${sum('passed')} passed, ${failed} failed, ${all('flaky').length} flaky, ${sum('skipped')} skipped${seed}`,
  )
  return failed > 0 ? 1 : 0
}

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky')

const faultOf = ({ file, title, tests }) =>
  fault(`${file} › ${title}`, tests.flatMap(({ results }) => results)[0]?.error?.message)

const MOST_LINES = 6

function fault(name, message = '') {
  const words = stripVTControlCharacters(message).split('\n').slice(0, MOST_LINES)
  return [name.replace(`${root}/`, ''), ...words.map((line) => `    ${line}`)].join('\n')
}

/** Fails when the tool's exit code says so, for whatever reason. */
function atLeastOne(failed, code) {
  return code === 0 ? failed : Math.max(1, failed)
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
