import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { root } from './process.mjs'

/**
 * Counts vitest's JSON report; a file that could not be loaded, or an error outside of any test, is a failure.
 * `faults` names what failed, each with the first lines of why.
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

/** Counts Playwright's JSON report in the same way; a test that passed only when repeated is a failure. */
export function countBrowser(report, code) {
  const result = read(report)
  if (!result) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = result.stats
  const faults = [
    ...result.errors.map(({ message }) => fault('outside of any test', message)),
    ...result.suites.flatMap(failedSpecs),
  ]
  return { passed: expected, failed: atLeastOne(unexpected + flaky, code), skipped, faults }
}

function failedSpecs({ specs, suites = [] }) {
  const failed = specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title, tests }) =>
      fault(`${file} › ${title}`, tests.flatMap(({ results }) => results)[0]?.error?.message),
    )
  return [...failed, ...suites.flatMap(failedSpecs)]
}

const MOST_LINES = 6

function fault(name, message = '') {
  const words = stripVTControlCharacters(message).split('\n').slice(0, MOST_LINES)
  return [name.replace(`${root}/`, ''), ...words.map((line) => `    ${line}`)].join('\n')
}

/** The tool's exit code has the last word: whatever it fails for counts. */
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
