import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addressOf, NODE_FLAGS } from '../support/product.ts'

const ENTRY = 'dist/server/main.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0).toReversed()) close()
})

test('the built product starts on an empty data directory, serves, and ends on SIGTERM', async () => {
  if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing. Run: npm run build`)
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-smoke-'))
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const product = spawn(process.execPath, [...NODE_FLAGS, ENTRY], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closing.push(() => product.kill('SIGKILL'))
  const ended = once(product, 'exit')
  const url = await addressOf(product)

  const page = await fetch(`${url}/admin`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root">')
  const health = await fetch(`${url}/api/v1/health`)
  expect(await health.json()).toEqual({ status: 'healthy' })

  product.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await expect(fetch(`${url}/api/v1/health`)).rejects.toThrow()
})
