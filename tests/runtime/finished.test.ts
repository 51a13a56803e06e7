import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Whether a house with this one test file may call AB-01 finished. */
function isFinished(text: string): boolean {
  const house = mkdtempSync(join(tmpdir(), 'waymark-finished-'))
  for (const place of ['docs', 'src', 'tests']) mkdirSync(join(house, place))
  writeFileSync(join(house, 'docs/finished.json'), '["AB-01"]')
  writeFileSync(join(house, 'tests/one.test.ts'), text)
  const script = `import { checkFinished } from './scripts/checks/finished.mjs'
    console.log(JSON.stringify(checkFinished(process.argv[1]).findings))`
  const args = ['--input-type=module', '-e', script, house]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  rmSync(house, { recursive: true })
  expect(stderr).toBe('')
  const findings: string[] = JSON.parse(stdout)
  if (findings.length > 0) expect(findings).toEqual([expect.stringContaining('AB-01')])
  return findings.length === 0
}

test.each([
  "test('AB-01 runs', () => {})",
  "test.each(rows)('AB-01 runs', () => {})",
  "test.runIf(yes)('AB-01 runs', () => {})",
  "test.describe('AB-01 group', () => { test('runs', go) })",
])('%s finishes it', (text) => {
  expect(isFinished(text)).toBe(true)
})

test.each([
  "test.skip('AB-01 later', () => {})",
  "test.fixme('AB-01 later', () => {})",
  "it.todo('AB-01 later')",
  "describe.skip('AB-01 group', () => { test('would run', go) })",
  "describe('AB-01 empty', () => {})",
  "test.describe('AB-01 empty', () => { test.fixme('later', go) })",
])('%s finishes nothing', (text) => {
  expect(isFinished(text)).toBe(false)
})
