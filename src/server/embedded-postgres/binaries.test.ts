import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { prepareLayout } from './layout.ts'

test('a PostgreSQL on PATH runs only if the bundled one does not fit the data', () => {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-binaries-'))
  const ran = join(dir, 'ran')
  try {
    for (const name of ['postgres', 'initdb'])
      writeFileSync(join(dir, name), `#!/bin/sh\ntouch '${ran}'\necho 'postgres 9.6'\n`, {
        mode: 0o755,
      })
    vi.stubEnv('PATH', [dir, process.env.PATH].join(delimiter))
    const layout = prepareLayout(join(dir, 'data'), 'serve')
    const bundled = findBinaries(layout, undefined)
    expect(findBinaries(layout, bundled.major)).toEqual(bundled)
    expect(existsSync(ran)).toBe(false)
    expect(findBinaries(layout, 9)).toMatchObject({ version: '9.6', newer: bundled.version })
    expect(existsSync(ran)).toBe(true)
  } finally {
    vi.unstubAllEnvs()
    rmSync(dir, { recursive: true, force: true })
  }
})
