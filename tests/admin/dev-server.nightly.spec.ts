import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, signedOut, test } from '../support/browser.ts'
import { copySources } from '../support/variant.ts'

test.use({ storageState: signedOut })

test('npm run dev: a wrong declaration is shown in the open page and the terminal, and the page returns once it is fixed', async ({
  page,
  faults,
}) => {
  // A server and its database start three times.
  test.setTimeout(240_000)
  // The copy links to packages outside its folder, and the server ends before the page.
  faults.allow(/Failed to load resource/)
  const { folder, remove } = copySources()
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-dev-'))
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      DEMO: 'off',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  try {
    await expect.poll(() => /Local: +(\S+)/.exec(said)?.[1], { timeout: 60_000 }).toBeTruthy()
    const url = /Local: +(\S+)/.exec(said)?.[1] ?? ''
    // A request before the API is ready waits for it.
    expect((await fetch(`${url}api/v1/health`)).status).toBe(200)
    await page.goto(url)
    await page.evaluate(() => document.documentElement.setAttribute('data-old', ''))

    const file = join(folder, 'src/resources/career-fields.ts')
    const right = readFileSync(file, 'utf8')
    writeFileSync(file, right.replace("search: ['name'", "search: ['nmae'"))
    const overlay = page.locator('vite-error-overlay')
    const words = "src/resources/career-fields.ts: search 'nmae': a row has no such text."
    await expect(overlay).toContainText(words, { timeout: 60_000 })
    await expect.poll(() => said).toContain(words)
    // A reloaded page shows the error too.
    await page.reload()
    await expect(overlay).toContainText("'nmae'")
    await page.evaluate(() => document.documentElement.setAttribute('data-old', ''))

    // The reloaded page is connected before the server ends: otherwise it logs an error.
    const connected = page.waitForEvent('console', (message) =>
      message.text().includes('[vite] connected'),
    )
    writeFileSync(file, right)
    await expect(page.locator('html:not([data-old])')).toHaveCount(1, { timeout: 60_000 })
    await connected
    await expect(overlay).toHaveCount(0)
    expect(said).not.toMatch(/ECONNREFUSED|^ +at /m)
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
    remove()
  }
})
