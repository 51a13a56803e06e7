import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inSources } from './stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-maps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('places of built files are told in the sources, and all else stays as it is', () => {
  // Column 0 is line 1 of the source, column 4 line 3, column 2.
  const map = {
    version: 3,
    sources: ['../../../src/admin/main.tsx'],
    names: [],
    mappings: 'AAAA,IAEE',
  }
  writeFileSync(join(folder, 'Console-Bx1_.js.map'), JSON.stringify(map))
  // What the build wrote itself has a place in the map, and no source.
  writeFileSync(join(folder, 'own-1.js.map'), JSON.stringify({ ...map, mappings: 'A,IAAA' }))
  const stack = [
    'TypeError: x is null',
    '    at u (https://waymark.example.org/assets/Console-Bx1_.js:1:5)',
    '    at Console-Bx1_.js:1:1',
    '    at own-1.js:1:1',
    '    at other-1.js:1:1 (09:15:22)',
  ].join('\n')
  expect(inSources(stack, folder)).toBe(
    [
      'TypeError: x is null',
      '    at u (src/admin/main.tsx:3:3)',
      '    at src/admin/main.tsx:1:1',
      '    at own-1.js:1:1',
      '    at other-1.js:1:1 (09:15:22)',
    ].join('\n'),
  )
})
