import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Demand, judge } from '../support/judge.ts'
import { startProduct } from '../support/product.ts'

/**
 * What Lighthouse says of the landing page on a phone: npm run bench -- landing [runs]. Prints each run and
 * the medians; exits with 1 when a median passes LIMITS. Lighthouse is fetched with the first run (185 MB,
 * 15 s) and kept in .cache: as a dependency, every installation of the product would wait for it.
 */
const runs = Number(process.argv[2] ?? 5)
const VERSION = '12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LIMITS = { score: 100, lcp: 1200, cls: 0, tbt: 0 } as const
const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
]

/** The parts of Lighthouse's report that are read here. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
}

type Run = Record<(typeof CATEGORIES)[number] | 'fcp' | 'lcp' | 'si' | 'tbt' | 'cls' | 'kb', number>

const folder = mkdtempSync(join(tmpdir(), 'waymark-lighthouse-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
// The demo is left out: nothing of it is seen here.
const product = await startProduct({ PORT: String(port), PUBLIC_URL: url, DEMO: 'off' })
try {
  const lighthouse = findLighthouse()
  console.log(
    `Lighthouse ${VERSION}, mobile, ${runs} runs, load average ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(line('run', CATEGORIES.map(short).concat('FCP', 'LCP', 'SI', 'TBT', 'CLS', 'KB')))
  const results: Run[] = []
  for (let turn = 1; turn <= runs; turn += 1) {
    const report = persist(() => look(lighthouse))
    const run = read(report)
    results.push(run)
    console.log(line(String(turn), cells(run)))
    for (const finding of findings(report)) console.log(`    ${finding}`)
  }
  const median = middle(results)
  console.log(line('median', cells(median)))
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
  judge([
    ...CATEGORIES.map((name): Demand => [`${name} of 100`, median[name] === LIMITS.score]),
    [`LCP under ${LIMITS.lcp} ms`, median.lcp < LIMITS.lcp],
    ['CLS of 0', median.cls === LIMITS.cls],
    ['TBT of 0 ms', median.tbt === LIMITS.tbt],
  ])
} finally {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

function findLighthouse(): string {
  const place = join('.cache', `lighthouse-${VERSION}`)
  const program = join(place, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (!existsSync(program)) {
    console.log(`Fetching Lighthouse ${VERSION} (once) …`)
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    execFileSync('npm', ['install', '--prefix', place, ...quiet, `lighthouse@${VERSION}`], {
      stdio: 'inherit',
    })
  }
  return program
}

/** On a busy machine a browser may come up too late for Lighthouse. That says nothing about the page. */
function persist<Result>(work: () => Result): Result {
  for (let turn = 1; turn < 3; turn += 1) {
    try {
      return work()
    } catch {
      console.log('    (once more: Lighthouse found no page in its browser)')
    }
  }
  return work()
}

/** One visit of a new browser, with Lighthouse's own phone on its own slow line. */
function look(lighthouse: string): Report {
  const path = join(folder, 'report.json')
  const chrome = CHROMIUM.find((program) => program && existsSync(program))
  if (!chrome) throw new Error('Lighthouse needs Chromium: set CHROMIUM_PATH to the program.')
  execFileSync(
    process.execPath,
    [
      ...[lighthouse, url, '--quiet', '--output=json', `--output-path=${path}`],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { stdio: 'inherit', env: { ...process.env, CHROME_PATH: chrome } },
  )
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

function read({ categories, audits }: Report): Run {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    si: value('speed-index'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    kb: value('total-byte-weight') / 1000,
  }
}

/** What is less than perfect outside performance, where every audit is a plain yes or no. */
function findings({ categories, audits }: Report): string[] {
  const isWhole = CATEGORIES.slice(1).every((name) => categories[name]?.score === 1)
  if (isWhole) return []
  return Object.values(audits).flatMap(({ title, score, numericValue }) =>
    score === 0 && numericValue === undefined ? [title] : [],
  )
}

/** The middle value of each figure: one disturbed run says nothing. */
function middle(results: readonly Run[]): Run {
  const [first] = results
  if (!first) throw new Error('There must be one run at least.')
  const entries = Object.keys(first).map((key) => {
    const sorted = results.map((run) => run[key as keyof Run]).sort((a, b) => a - b)
    return [key, sorted[Math.floor(sorted.length / 2)]]
  })
  return Object.fromEntries(entries) as Run
}

function cells(run: Run): string[] {
  const { fcp, lcp, si, tbt, cls, kb } = run
  const whole = [fcp, lcp, si, tbt].map((ms) => ms.toFixed(0))
  return [...CATEGORIES.map((name) => String(run[name])), ...whole, cls.toFixed(3), kb.toFixed(0)]
}

function short(name: string): string {
  return name.slice(0, 8)
}

function line(name: string, figures: readonly string[]): string {
  return name.padEnd(8) + figures.map((figure) => figure.padStart(10)).join('')
}

/** Known before the start: the pages name their own address. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
