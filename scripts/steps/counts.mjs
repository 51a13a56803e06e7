import { readFileSync } from 'node:fs'

/** Counts vitest's JSON report; a file that could not be loaded, or an error outside of any test, is a failure. */
export function countUnit(report, code) {
  const result = read(report)
  if (!result) return { failed: 1 }
  const files = result.testResults ?? []
  const unloaded = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const skipped = result.numPendingTests + (result.numTodoTests ?? 0)
  const failed = result.numFailedTests + unloaded
  return { passed: result.numPassedTests, failed: atLeastOne(failed, code), skipped }
}

/** Counts Playwright's JSON report; a test that passed only when repeated is a failure. */
export function countBrowser(report, code) {
  const result = read(report)
  if (!result) return { failed: 1 }
  const { expected, unexpected, flaky, skipped } = result.stats
  return { passed: expected, failed: atLeastOne(unexpected + flaky, code), skipped }
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
