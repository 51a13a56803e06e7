import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

/** The speed of network and processor. */
export interface Setting {
  name: string
  /** How many times slower the processor is than this machine's. */
  slowdown: number
  /** Milliseconds of latency, and bytes a second; without it the network of this machine. */
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

export const DESKTOP: Setting = { name: 'desktop', slowdown: 1 }
/** The slow 4G of Lighthouse: 150 ms, 1.6 Mbit/s down, 0.75 up. */
export const PHONE: Setting = {
  name: 'phone',
  slowdown: 4,
  network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}

export interface Page {
  name: string
  url: string
  /** The first row is there when one of these elements matches `text`. */
  row: string
  text: string
  storage: Readonly<Record<string, string>>
}

/** Figures of one visit in ms, KB as transferred, and CLS. */
export interface Reading {
  paint: number
  row: number
  processor: number
  /** Main-thread time of long tasks after the first paint, beyond 50 ms each. */
  blocked: number
  kb: number
  cls: number
}

interface Noted {
  row?: number
  cls: number
  long: { start: number; duration: number }[]
}

declare global {
  var noted: Noted
}

const LONGEST = 120_000

/** Visits a page with an empty cache, then again in the same browser. */
export async function visitTwice(
  browser: Browser,
  setting: Setting,
  page: Page,
): Promise<{ cold: Reading; warm: Reading }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await fillStorage(context, page)
    const cold = await visit(context, setting, page)
    return { cold, warm: await visit(context, setting, page) }
  } finally {
    await context.close()
  }
}

/** The icon has the same origin and runs no code. */
async function fillStorage(context: BrowserContext, { url, storage }: Page): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(new URL('/favicon.svg', url).href)
  await tab.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, storage)
  await tab.close()
}

async function visit(
  context: BrowserContext,
  { slowdown, network }: Setting,
  { url, row, text }: Page,
): Promise<Reading> {
  const tab = await context.newPage()
  const cdp = await context.newCDPSession(tab)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network })
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  // tsx compiles named functions to calls of this helper.
  await tab.addInitScript('globalThis.__name = (one) => one')
  await tab.addInitScript(note, { row, text })
  const before = await processorTime(cdp)
  await tab.goto(url, { timeout: LONGEST })
  await tab.waitForFunction(() => globalThis.noted.row !== undefined, undefined, {
    timeout: LONGEST,
  })
  // A stream of events may keep the network busy for ever.
  await tab.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => undefined)
  await tab.waitForTimeout(1500)
  const processor = (await processorTime(cdp)) - before
  const { noted, paint } = await tab.evaluate(() => ({
    noted: globalThis.noted,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await tab.close()
  const blocked = noted.long
    .filter(({ start, duration }) => start + duration > paint)
    .reduce((sum, { duration }) => sum + duration - 50, 0)
  return {
    paint,
    row: noted.row ?? Number.NaN,
    processor,
    blocked,
    kb: bytes / 1000,
    cls: noted.cls,
  }
}

async function processorTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Runs in the page before its own code. Notes the frame with the first row, long tasks and layout shifts. */
function note({ row, text }: { row: string; text: string }): void {
  globalThis.noted = { cls: 0, long: [] }
  const pattern = new RegExp(text)
  const look = () => {
    const isThere = [...document.querySelectorAll(row)].some((element) =>
      pattern.test(
        element instanceof HTMLInputElement ? element.type : (element.textContent ?? ''),
      ),
    )
    if (!isThere) requestAnimationFrame(look)
    // The next task runs after this frame is painted.
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
    if (!hadRecentInput) globalThis.noted.cls += value
  })
}
