import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { TOKEN_KEY, USER_KEY } from '#contract/auth.ts'
import { type Demand, judge } from '../support/judge.ts'
import { type Product, signIn, startProduct } from '../support/product.ts'
import { serveBuilt } from './console/beside.ts'
import { pagesOf, shadcnUsers } from './console/pages.ts'
import { FORMS, type Score, scoreOf } from './console/scores.ts'
import {
  DESKTOP,
  PHONE,
  type Reading,
  type Setting,
  type Visited,
  visitTwice,
} from './console/visit.ts'
import { chromiumPath, findLighthouse, LIGHTHOUSE_VERSION, persist } from './lighthouse.ts'

/**
 * How soon the console is there: npm run bench -- console [--runs 5] [--beside DIR] [--lighthouse] [--pages users,home]
 * Visits the built product with demo data by Chromium, with nothing kept and again; on this machine as it is, and
 * with a processor four times slower on slow 4G. Prints medians as a table of Markdown; exits with 1 where one passes
 * what is demanded. `--beside` takes the dist of a built shadcn-admin; `--lighthouse` adds the scores of Lighthouse.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    beside: { type: 'string' },
    pages: { type: 'string' },
    lighthouse: { type: 'boolean', default: false },
  },
})
const RUNS = Number(values.runs)
const COLUMNS = [
  ['first paint', 'paint'],
  ['first row', 'row'],
  ['CPU', 'cpu'],
  ['of it script', 'script'],
  ['blocked', 'blocked'],
  ['KB', 'kb'],
  ['CLS', 'shift'],
] as const satisfies readonly (readonly [string, keyof Reading])[]

const demands: Demand[] = []
const product = await startProduct({ PORT: '0' })
const beside = values.beside === undefined ? undefined : await serveBuilt(values.beside)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const pages = await wanted(product)
  console.log(`Chromium ${browser.version()}, medians of ${RUNS}, load average ${load()}\n`)
  console.log(row('page', 'visit', ...COLUMNS.map(([name]) => name)))
  console.log(row('---', '---', ...COLUMNS.map(() => '---:')))
  for (const setting of [DESKTOP, PHONE])
    for (const page of pages) await measure(browser, setting, page)
  if (values.lighthouse) await scores(pages)
  console.log(`\nload average ${load()}`)
  judge(demands)
} finally {
  await browser.close()
  beside?.stop()
  await product.stop()
}

async function wanted({ url }: Product): Promise<readonly Visited[]> {
  const { token, user } = await signIn(url)
  const storage = { [TOKEN_KEY]: token, [USER_KEY]: JSON.stringify(user) }
  const named = values.pages?.split(',')
  const all = pagesOf(url, storage).filter(({ name }) => named?.includes(name) ?? true)
  return [...all, ...(beside ? [shadcnUsers(beside.origin)] : [])]
}

async function measure(from: Browser, setting: Setting, page: Visited): Promise<void> {
  const visits = []
  for (let turn = 0; turn < RUNS; turn += 1) visits.push(await visitTwice(from, setting, page))
  const cold = middle(visits.map((one) => one.cold))
  const warm = middle(visits.map((one) => one.warm))
  console.log(row(page.name, `${setting.name}, cold`, ...cells(cold)))
  console.log(row(page.name, `${setting.name}, warm`, ...cells(warm)))
  if (!['home', 'users'].includes(page.name)) return
  if (setting === DESKTOP)
    demands.push([
      `${page.name}: first row within 100 ms of first paint`,
      cold.row - cold.paint <= 100,
    ])
  else
    demands.push(
      [`${page.name}, slow: first row under 3.5 s`, cold.row < 3500],
      [`${page.name}, slow and warm: first row under 1.2 s`, warm.row < 1200],
      [`${page.name}, slow: blocked under 300 ms`, cold.blocked < 300],
    )
}

/** Those of Lighthouse, of pages that are ours. */
async function scores(pages: readonly Visited[]): Promise<void> {
  const lighthouse = findLighthouse()
  console.log(`\nLighthouse ${LIGHTHOUSE_VERSION}\n`)
  console.log(row('page', 'form', 'score', 'FCP', 'LCP', 'TBT', 'CLS'))
  console.log(row('---', '---', '---:', '---:', '---:', '---:', '---:'))
  for (const page of pages)
    for (const form of FORMS) {
      const runs: Score[] = []
      for (let turn = 0; turn < RUNS; turn += 1)
        runs.push(await persist(() => scoreOf(lighthouse, page, form)))
      const { score, fcp, lcp, tbt, cls } = middle(runs)
      const times = [fcp, lcp, tbt].map((ms) => ms.toFixed(0))
      console.log(row(page.name, form, String(score), ...times, cls.toFixed(3)))
      const least = leastScore(page.name, form)
      if (least) demands.push([`${page.name}, ${form}: at least ${least} of 100`, score >= least])
    }
}

function leastScore(name: string, form: (typeof FORMS)[number]): number | undefined {
  if (name === 'home' || name === 'users') return form === 'mobile' ? 90 : 97
  if (name === 'dashboards' || name === 'analytics') return form === 'mobile' ? 85 : 95
  return undefined
}

/** The middle of each figure: one disturbed run says nothing. */
function middle<Figures extends object>(readings: readonly Figures[]): Figures {
  const [first] = readings
  if (!first) throw new Error('There must be one run at least.')
  const keys = Object.keys(first) as (keyof Figures)[]
  const entries = keys.map((key) => {
    const sorted = readings.map((one) => Number(one[key])).sort((a, b) => a - b)
    return [key, sorted[Math.floor(sorted.length / 2)]]
  })
  return Object.fromEntries(entries) as Figures
}

function cells(reading: Reading): string[] {
  return COLUMNS.map(([, key]) => reading[key].toFixed(key === 'shift' ? 3 : 0))
}

function row(...texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?'
}
