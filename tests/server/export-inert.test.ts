import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_PATH } from '#contract/insight/analytics.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'
import { runningPieces } from '../support/read-export.ts'

/** Names that people could give themselves, and what the mobile app could call a feature. */
const NAMES = [
  ...[
    "x;=cmd|' /C calc'!A0;y",
    'x\t=1+1',
    '\u200B=1+1',
    'x;\uFEFF\u00A0=1+1',
    'x|=1+1',
    'x,"=1+1"',
  ],
  ...['=1+1', '＝1+1', 'x\n=1+1', 'x;"";""=1+1', "x;'=1+1", 'x;@SUM(1;1)', 'x\t-1+1', 'Ada'],
]

let server: TestApp
const files: Record<string, Buffer> = {}
beforeAll(async () => {
  server = await startApp()
  for (const [index, name] of NAMES.entries()) {
    const user = { firstName: name, lastName: `${index};`, email: `${index}@example.org` }
    const body = { ...user, password: 'three-blue-waymarks' }
    expect((await server.call('POST', '/auth/register', { body })).status, name).toBe(201)
  }
  const timestamp = new Date().toISOString()
  const base = { eventType: 'feature_used', user: idOf(1, 1), timestamp } as const
  const events = NAMES.map((feature, index) => ({ ...base, feature, id: idOf(2, index) }))
  await server.insight.facts.accept(events)
  await server.insight.facts.rollUp()
  for (const type of ['users', 'events', 'all']) {
    const answer = await server.call('GET', `${EXPORT_PATH}?dataType=${type}&format=csv`)
    expect(answer.status, answer.text).toBe(200)
    files[type] = answer.bytes
  }
})
afterAll(() => server.close())

test('EDGE-05 an exported CSV is inert, whatever it is split at', () => {
  for (const [type, bytes] of Object.entries(files)) {
    expect(bytes.toString(), type).toContain('=1+1')
    expect(runningPieces(bytes.toString()), type).toEqual([])
  }
  // The check itself knows a formula when it sees one.
  expect(new Set(runningPieces('id,x;=1+1;y,-5\r\n'))).toEqual(new Set(['=1+1']))
})

const hasOffice = spawnSync('soffice', ['--version']).status === 0

/** Not run, and told as skipped, where LibreOffice is not installed. */
test.runIf(hasOffice)(
  'EDGE-05 LibreOffice finds no formula in an exported CSV, whatever separator it is told',
  { timeout: 300_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-inert-'))
    try {
      const plain = Buffer.from('id,x;=1+1;y\t=1+1|=1+1,=1+1\r\n')
      for (const [type, bytes] of Object.entries({ ...files, plain }))
        writeFileSync(join(folder, `${type}.csv`), bytes)
      const names = [...Object.keys(files), 'plain'].map((type) => join(folder, `${type}.csv`))
      // Semicolon, TAB, and at once comma, semicolon, TAB and bar, as LibreOffice numbers them.
      for (const separator of ['59', '9', '44/59/9/124']) {
        const options = [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless']
        const work = [`--infilter=CSV:${separator},34,76,1`, '--convert-to', 'fods']
        execFileSync('soffice', [...options, ...work, '--outdir', folder, ...names], {
          stdio: 'ignore',
        })
        const formulas = (type: string) =>
          readFileSync(join(folder, `${type}.fods`), 'utf8').match(/table:formula="[^"]*"/g) ?? []
        expect(formulas('plain'), separator).not.toEqual([])
        for (const type of Object.keys(files))
          expect(formulas(type), `${type} at ${separator}`).toEqual([])
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
