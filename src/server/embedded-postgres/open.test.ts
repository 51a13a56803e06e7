import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareLayout } from './layout.ts'
import { swapIn, takeDataLock } from './open.ts'

test('an upgrade waits for what still holds the stopped database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-swap-'))
  try {
    const layout = prepareLayout(dataDir, 'serve')
    const beside = join(layout.root, 'upgrade')
    mkdirSync(beside)
    const fresh = prepareLayout(beside, 'serve')
    for (const { data, marker } of [layout, fresh]) {
      mkdirSync(data, { recursive: true })
      writeFileSync(marker, '{}')
    }
    writeFileSync(join(fresh.data, 'new'), '')
    const lock = takeDataLock(layout.run)
    setTimeout(() => lock?.taken && lock.release(), 300)
    const aside = join(layout.root, 'postgres-15')
    await swapIn(dataDir, beside, aside)
    expect(existsSync(aside)).toBe(true)
    expect(existsSync(join(layout.data, 'new'))).toBe(true)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
