import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumPath, type Report, visit } from '../lighthouse.ts'
import type { Visited } from './visit.ts'

export const FORMS = ['mobile', 'desktop'] as const
export type Form = (typeof FORMS)[number]

/** Of 100, how fast Lighthouse finds a page; and the figures that it is made of, in milliseconds. */
export interface Score {
  score: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
}

/** How long a browser may take to come up. */
const STARTED_WITHIN = 30_000

/**
 * One visit by Lighthouse of somebody who is in. Its browser is a new one that holds the session and nothing else:
 * Lighthouse's own would begin signed out.
 */
export async function scoreOf(lighthouse: string, visited: Visited, form: Form): Promise<Score> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-lighthouse-browser-'))
  const browser = spawn(
    chromiumPath(),
    [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...['--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    ],
    { stdio: 'ignore' },
  )
  try {
    const port = await portOf(browser, folder)
    await sign(port, visited)
    const flags = [`--port=${port}`, '--disable-storage-reset', '--only-categories=performance']
    return read(
      visit(lighthouse, visited.url, [
        ...flags,
        ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ]),
    )
  } finally {
    await ended(browser)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** The browser writes its port into its folder. */
async function portOf(browser: ChildProcess, folder: string): Promise<number> {
  const file = join(folder, 'DevToolsActivePort')
  const end = Date.now() + STARTED_WITHIN
  while (Date.now() < end && browser.exitCode === null) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (port > 0) return port
    await pause(100)
  }
  throw new Error('Chromium did not come up.')
}

async function sign(port: number, { url, storage }: Visited): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('Chromium has no window.')
  await page.goto(new URL('/favicon.svg', url).href)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, storage)
  await page.close()
  await browser.close()
}

function read({ categories, audits }: Report): Score {
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score: Math.round((categories.performance?.score ?? 0) * 100),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

function ended(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    browser.once('exit', () => resolve())
    browser.kill()
  })
}
