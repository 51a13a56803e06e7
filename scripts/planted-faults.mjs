// npm run check -- faults [name …]: plants one-line faults in a copy of the sources, one at a time, and runs the
// tests that should notice. A fault that survives is a rule that nobody holds. The faults stand in
// checks/faults.mjs; one whose text is no longer there is an error, so that none is forgotten.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faults } from './checks/faults.mjs'
import { root, run, tool } from './steps/process.mjs'

const COPIED = ['src', 'samples', 'tests', 'package.json', 'tsconfig.json', 'vitest.config.ts']

/** Plants the faults whose names begin so, or all. Gives true when every one was noticed. */
export async function plantFaults(wanted) {
  const chosen = faults.filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name.split(' ')[0]),
  )
  const copy = mkdtempSync(join(tmpdir(), 'waymark-faults-'))
  try {
    for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const planted = chosen.map((fault) => ({ ...fault, ...edit(copy, fault) }))
    const missing = planted.filter(({ places }) => places !== 1)
    for (const { name, file, places } of missing)
      console.log(`${name}: its text stands in ${file} ${places} times instead of once.`)
    if (missing.length > 0) return false
    return await judge(copy, planted)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function edit(copy, { file, text, instead }) {
  const path = join(copy, file)
  const sound = readFileSync(path, 'utf8')
  const places = sound.split(text).length - 1
  return { path, sound, places, broken: sound.split(text).join(instead) }
}

async function judge(copy, planted) {
  const files = [...new Set(planted.flatMap(({ tests }) => tests))]
  const without = await runTests(copy, files)
  console.log(
    `${without.failed === 0 && without.ran > 0 ? 'ok      ' : 'FAILED  '} no fault at all`,
  )
  if (without.failed > 0 || without.ran === 0) {
    console.log(without.words)
    return false
  }
  let survivors = 0
  for (const { name, path, sound, broken, tests, only } of planted) {
    writeFileSync(path, broken)
    const { ran, failed, first, words } = await runTests(copy, tests, only)
    writeFileSync(path, sound)
    // A fault that keeps the tests from running proves nothing.
    const word = ran === 0 ? 'BROKEN  ' : failed > 0 ? 'killed  ' : 'SURVIVED'
    if (word !== 'killed  ') survivors += 1
    console.log(`${word} ${name}${failed > 0 ? `\n           by: ${first}` : ''}`)
    if (ran === 0) console.log(words)
  }
  console.log(`Planted faults: ${planted.length - survivors} killed, ${survivors} survived.`)
  return survivors === 0
}

async function runTests(copy, files, only) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const projects = ['unit', 'replacing', 'server'].flatMap((name) => ['--project', name])
  const names = only ? ['--testNamePattern', only] : []
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...projects, ...names, ...files]
  const { output } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...args], {
    quiet: true,
    cwd: copy,
  })
  const { testResults } = readReport(report)
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  return {
    ran: tests.filter(({ status }) => status === 'passed' || status === 'failed').length,
    failed: failed.length,
    first: failed[0]?.fullName,
    words: [output.slice(-2000), ...failed.map(({ fullName }) => fullName)].join('\n'),
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { testResults: [] }
  }
}
