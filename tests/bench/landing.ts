import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product.ts'
import { chromiumPath } from './lib/chromium.ts'
import { atLeast, atMost, judge, tableHead, tableRow } from './lib/report.ts'
import { temporaryFolder } from './lib/server.ts'
import { medians } from './lib/stats.ts'

/** Lighthouse (mobile) on the landing page: npm run bench -- landing [runs] */
const runs = Number(process.argv[2] ?? 5)
const VERSION = '12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
}

const temporary = temporaryFolder()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
// The page names its own address.
const product = await startProduct({ PORT: String(port), PUBLIC_URL: url, DEMO: 'off' })
try {
  const program = installLighthouse()
  tableHead('run', ...CATEGORIES, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KB')
  const results: Record<string, number>[] = []
  for (let run = 1; run <= runs; run += 1) {
    const report = visit(program)
    const figures = figuresOf(report)
    results.push(figures)
    tableRow(String(run), ...Object.values(figures))
    for (const finding of findingsOf(report)) console.log(`  ${finding}`)
  }
  const middle = medians(results)
  tableRow('median', ...Object.values(middle))
  judge([
    ...CATEGORIES.map((name) => atLeast(name, middle[name] ?? 0, 100, '')),
    atMost('LCP', middle.lcp ?? 0, 1200, 'ms'),
    atMost('CLS', middle.cls ?? 0, 0, ''),
    atMost('TBT', middle.tbt ?? 0, 0, 'ms'),
  ])
} finally {
  await product.stop()
  temporary.remove()
}

/** Not a dependency: every installation of the product would wait for its 185 MB. */
function installLighthouse(): string {
  const folder = join('.cache', `lighthouse-${VERSION}`)
  const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (!existsSync(program)) {
    console.log('Installing Lighthouse (once) …')
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    const words = ['install', '--prefix', folder, ...quiet, `lighthouse@${VERSION}`]
    execFileSync('npm', words, { stdio: 'inherit' })
  }
  return program
}

/** Tries three times: on a busy machine Chromium may start too late for Lighthouse. */
function visit(program: string, triesLeft = 2): Report {
  const path = join(temporary.folder, 'report.json')
  const flags = ['--quiet', '--output=json', `--output-path=${path}`]
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  try {
    execFileSync(process.execPath, [program, url, chrome, ...flags], {
      stdio: 'inherit',
      env: { ...process.env, CHROME_PATH: chromiumPath() },
    })
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch (error) {
    if (triesLeft === 0) throw error
    return visit(program, triesLeft - 1)
  }
}

function figuresOf({ categories, audits }: Report): Record<string, number> {
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    ...Object.fromEntries(scores),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    kb: value('total-byte-weight') / 1000,
  }
}

/** Failed audits outside performance: those are a plain yes or no. */
function findingsOf({ categories, audits }: Report): string[] {
  if (CATEGORIES.slice(1).every((name) => categories[name]?.score === 1)) return []
  return Object.values(audits).flatMap(({ title, score, numericValue }) =>
    score === 0 && numericValue === undefined ? [title] : [],
  )
}
