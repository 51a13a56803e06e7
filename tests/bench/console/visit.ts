import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A line and a processor. */
export interface Setting {
  name: string
  /** So many times slower than this machine. */
  cpu: number
  /** Milliseconds to an answer, and bytes a second down and up; the machine's own when absent. */
  line?: { latency: number; down: number; up: number }
}

export const DESKTOP: Setting = { name: 'desktop', cpu: 1 }
/** Lighthouse's: 150 ms, 1.6 Mbit/s down, 0.75 up. */
export const PHONE: Setting = {
  name: '4x CPU, slow 4G',
  cpu: 4,
  line: { latency: 150, down: 200_000, up: 93_750 },
}

/** A page to visit, and what in it is the first row or figure. */
export interface Visited {
  name: string
  url: string
  /** Elements of which one holds `text` when the first row is there. */
  row: string
  text: string
  /** What the browser holds from the start. */
  storage: Readonly<Record<string, string>>
}

/** Of one visit: milliseconds from its start, milliseconds of the main thread, bytes as they were sent. */
export interface Reading {
  paint: number
  row: number
  cpu: number
  script: number
  blocked: number
  kb: number
  shift: number
}

interface Noted {
  row?: number
  shift: number
  long: { start: number; duration: number }[]
}

declare global {
  var noted: Noted
}

/** How long nothing may be asked for before a page is at rest. */
const REST = 1500
const LONGEST = 120_000
const LONG_TASK = 50

/** A visit by a browser that has nothing yet, and one by the same browser with what it kept of the first. */
export async function visitTwice(
  browser: Browser,
  setting: Setting,
  visited: Visited,
): Promise<{ cold: Reading; warm: Reading }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await keep(context, visited)
    const cold = await visitOnce(context, setting, visited)
    return { cold, warm: await visitOnce(context, setting, visited) }
  } finally {
    await context.close()
  }
}

/** Storage is set on an address of the same origin that has no code. */
async function keep(context: BrowserContext, { url, storage }: Visited): Promise<void> {
  if (Object.keys(storage).length === 0) return
  const page = await context.newPage()
  await page.goto(new URL('/favicon.svg', url).href)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, storage)
  await page.close()
}

async function visitOnce(
  context: BrowserContext,
  setting: Setting,
  visited: Visited,
): Promise<Reading> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await slowDown(cdp, setting)
  const bytes = countBytes(cdp)
  // The compiler that runs this file marks functions by a helper of its own.
  await page.addInitScript('globalThis.__name = (one) => one')
  await page.addInitScript(note, { row: visited.row, text: visited.text })
  const before = await metrics(cdp)
  await page.goto(visited.url, { timeout: LONGEST })
  await page.waitForFunction(() => globalThis.noted.row !== undefined, undefined, {
    timeout: LONGEST,
  })
  await atRest(page)
  const after = await metrics(cdp)
  const { seen, paint } = await page.evaluate(() => ({
    seen: globalThis.noted,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await page.close()
  const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000
  return {
    paint,
    row: seen.row ?? Number.NaN,
    cpu: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    blocked: seen.long
      .filter(({ start, duration }) => start + duration > paint)
      .reduce((sum, { duration }) => sum + duration - LONG_TASK, 0),
    kb: bytes() / 1000,
    shift: seen.shift,
  }
}

async function slowDown(cdp: CDPSession, { cpu, line }: Setting): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (line)
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: line.down,
      uploadThroughput: line.up,
    })
}

/** Gives what tells how many bytes came so far, headers included. */
function countBytes(cdp: CDPSession): () => number {
  let sum = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum += encodedDataLength
  })
  return () => sum
}

async function metrics(cdp: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

/** In the page, before its own code: the frame that shows the first row, long tasks and shifts of the layout. */
function note({ row, text }: { row: string; text: string }): void {
  globalThis.noted = { shift: 0, long: [] }
  const shown = new RegExp(text)
  const look = () => {
    const isThere = [...document.querySelectorAll(row)].some((one) =>
      shown.test(one instanceof HTMLInputElement ? one.type : (one.textContent ?? '')),
    )
    if (!isThere) requestAnimationFrame(look)
    // What this frame shows is painted when the next task runs.
    else setTimeout(() => Object.assign(globalThis.noted, { row: performance.now() }))
  }
  requestAnimationFrame(look)
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  observe('longtask', ({ startTime, duration }) =>
    globalThis.noted.long.push({ start: startTime, duration }),
  )
  observe('layout-shift', (entry) => {
    const { value = 0, hadRecentInput } = entry as { value?: number; hadRecentInput?: boolean }
    if (!hadRecentInput) globalThis.noted.shift += value
  })
}

/** Until nothing was on its way for a while: a wall's stream of events may never end. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => undefined)
  await page.waitForTimeout(REST)
}
