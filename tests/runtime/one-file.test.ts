import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** What `npm test -- …` prints, and how it ends. */
function run(...args: string[]) {
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/test.mjs', ...args],
    // What this run told its own workers is nothing for another.
    { encoding: 'utf8', env: { ...env, VITEST: '', VITEST_POOL_ID: '', VITEST_WORKER_ID: '' } },
  )
  return { status, text: stdout + stderr }
}

test('npm test -- unit FILE runs that file and counts it, and nothing else', () => {
  const { status, text } = run('unit', 'src/admin/format/letter-to.test.ts')
  expect(text).toContain('letter-to.test.ts')
  expect(text).toMatch(/Test Files +1 passed \(1\)/)
  expect(text.trim()).toMatch(/\d passed, 0 failed$/)
  expect(status).toBe(0)
}, 240_000)

test('what there is to run is told, also where something else was meant', () => {
  const help = run('--help')
  expect([help.status, help.text]).toEqual([0, expect.stringContaining('-- server [FILE ...]')])
  for (const [args, words] of [
    [['units'], "There is no part 'units'."],
    [['unit', 'src/nowhere.test.ts'], 'There is no file src/nowhere.test.ts.'],
    [['unit', 'tests/admin/users.spec.ts'], 'tests/admin/users.spec.ts is no unit test.'],
    [['check', 'README.md'], 'check takes no files.'],
  ] as const) {
    const refused = run(...args)
    expect(refused.status).toBe(2)
    expect(refused.text).toContain(words)
    expect(refused.text).toContain('npm test -- --help')
  }
}, 240_000)
