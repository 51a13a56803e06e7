import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { type Demand, judge } from '../support/judge.ts'
import { startProduct } from '../support/product.ts'
import { findLighthouse, LIGHTHOUSE_VERSION, persist, type Report, visit } from './lighthouse.ts'

/**
 * What Lighthouse says of the landing page on a phone: npm run bench -- landing [runs]. Prints each run and
 * the medians; exits with 1 when a median passes LIMITS.
 */
const runs = Number(process.argv[2] ?? 5)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FLAGS = ['--chrome-flags=--headless=new --no-sandbox --disable-gpu']
const LIMITS = { score: 100, lcp: 1200, cls: 0, tbt: 0 } as const
type Run = Record<(typeof CATEGORIES)[number] | 'fcp' | 'lcp' | 'si' | 'tbt' | 'cls' | 'kb', number>

const port = await freePort()
const url = `http://127.0.0.1:${port}`
// The demo is left out: nothing of it is seen here.
const product = await startProduct({ PORT: String(port), PUBLIC_URL: url, DEMO: 'off' })
try {
  const lighthouse = findLighthouse()
  console.log(
    `Lighthouse ${LIGHTHOUSE_VERSION}, mobile, ${runs} runs, load average ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(line('run', CATEGORIES.map(short).concat('FCP', 'LCP', 'SI', 'TBT', 'CLS', 'KB')))
  const results: Run[] = []
  for (let turn = 1; turn <= runs; turn += 1) {
    const report = await persist(() => visit(lighthouse, url, FLAGS))
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
