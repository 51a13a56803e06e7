import { chromium } from '@playwright/test'
import { TOKEN_KEY, USER_KEY } from '#contract/auth.ts'
import { signIn, startProduct } from '../support/product.ts'
import { serveStatic } from './console/static-server.ts'
import { DESKTOP, type Page, PHONE, type Reading, visitTwice } from './console/visit.ts'
import { chromiumPath } from './lib/chromium.ts'
import { atMost, judge, type Limit, tableHead, tableRow } from './lib/report.ts'
import { medians } from './lib/stats.ts'

/**
 * Visits pages of the console with Chromium, on this machine and like a phone on slow 4G:
 * npm run bench -- console [runs] [folder]. The folder is the dist of a built shadcn-admin, for comparison.
 */
const [runs = '5', folder] = process.argv.slice(2)
const SHADCN = 'users of shadcn-admin'

const product = await startProduct()
const peer = folder === undefined ? undefined : await serveStatic(folder)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const pages = await findPages()
  console.log(`Chromium ${browser.version()}, medians of ${runs}\n`)
  tableHead('page', 'first paint ms', 'first row ms', 'CPU ms', 'blocked ms', 'KB', 'CLS')
  const limits: Limit[] = []
  for (const setting of [DESKTOP, PHONE]) {
    const rows = new Map<string, number>()
    for (const page of pages) {
      const visits = []
      for (let run = 0; run < Number(runs); run += 1)
        visits.push(await visitTwice(browser, setting, page))
      const cold = medians(visits.map((visit) => visit.cold))
      const warm = medians(visits.map((visit) => visit.warm))
      const name = `${page.name}, ${setting.name}`
      printRow(`${name}, cold`, cold)
      printRow(`${name}, warm`, warm)
      rows.set(page.name, cold.row)
      if (page.name !== SHADCN) limits.push(atMost(`${name}: CLS`, cold.cls, 0.02, ''))
      if (!['home', 'users'].includes(page.name)) continue
      if (setting === DESKTOP)
        limits.push(
          atMost(`${name}: first row after first paint`, cold.row - cold.paint, 100, 'ms'),
        )
      else
        limits.push(
          atMost(`${name}: first row`, cold.row, 3500, 'ms'),
          atMost(`${name}, warm: first row`, warm.row, 1200, 'ms'),
          atMost(`${name}: blocked`, cold.blocked, 300, 'ms'),
        )
    }
    const [ours = 0, theirs] = ['users', SHADCN].map((name) => rows.get(name))
    if (theirs !== undefined)
      limits.push(
        atMost(`users, ${setting.name}: first row beside shadcn-admin`, ours, theirs, 'ms'),
      )
  }
  judge(limits)
} finally {
  await browser.close()
  peer?.stop()
  await product.stop()
}

async function findPages(): Promise<Page[]> {
  const { url } = product
  const { token, user } = await signIn(url)
  const storage = { [TOKEN_KEY]: token, [USER_KEY]: JSON.stringify(user) }
  const loaded = 'main [aria-busy="false"]'
  const page = (name: string, path: string, row: string, text: string): Page => ({
    ...{ name, row, text, storage },
    url: `${url}/admin${path}`,
  })
  return [
    page('home', '', loaded, '\\d'),
    page('users', '/users', loaded, '@'),
    page('analytics', '/analytics', '[class*="-sentence"]:not([aria-hidden])', '\\d'),
    { ...page('sign-in', '/login', 'input', 'password'), storage: {} },
    ...(peer
      ? [{ name: SHADCN, url: `${peer.origin}/users`, row: 'tbody td', text: '@', storage: {} }]
      : []),
  ]
}

function printRow(name: string, { paint, row, processor, blocked, kb, cls }: Reading): void {
  tableRow(name, paint, row, processor, blocked, kb, cls)
}
