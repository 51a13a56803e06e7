import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { inertFiles } from '../support/inert-files.ts'
import { runningPieces } from '../support/read-export.ts'

let server: TestApp
let files: Record<string, Buffer>
beforeAll(async () => {
  server = await startApp()
  files = await inertFiles(server)
})
afterAll(() => server.close())

test('an exported CSV holds no formula, whatever separator splits it', () => {
  for (const [type, bytes] of Object.entries(files)) {
    expect(bytes.toString(), type).toContain('=1+1')
    expect(runningPieces(bytes.toString()), type).toEqual([])
  }
  // The check detects a formula.
  expect(new Set(runningPieces('id,x;=1+1;y,-5\r\n'))).toEqual(new Set(['=1+1']))
})
