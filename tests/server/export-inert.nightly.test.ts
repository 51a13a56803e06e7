import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { inertFiles } from '../support/inert-files.ts'

let server: TestApp
let files: Record<string, Buffer>
beforeAll(async () => {
  server = await startApp()
  files = await inertFiles(server)
})
afterAll(() => server.close())

const hasOffice = spawnSync('soffice', ['--version']).status === 0

/** Skipped where LibreOffice is not installed. */
test.runIf(hasOffice)(
  'LibreOffice finds no formula in an exported CSV, whatever separator it is told',
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
