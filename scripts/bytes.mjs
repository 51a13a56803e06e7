// What a cold visit of each page downloads (brotli; images and fonts apart), held to at most 5 % above
// the last recorded figure. Usage: node scripts/bytes.mjs [--record]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { buildIfStale, ensureBuilt } from './steps/build.mjs'
import { root } from './steps/process.mjs'

const client = join(root, 'dist', 'client')
const record = join(root, 'docs', 'benchmarks', 'bytes.json')
const allowance = 1.05

/**
 * Each page: its document, and the files or modules loaded lazily until it shows what it is for (a trailing * may match
 * none). Aims in KB. The code of lists comes to the other pages when they are at rest.
 */
const own = ['console']
const table = [...own, 'list']
const pages = {
  landing: { html: 'index.html', lazy: [], aim: 40 },
  'sign-in': { html: 'admin.html', lazy: [], aim: 75 },
  home: { html: 'admin.html', lazy: [...own, 'src/admin/pages/home/Home*'], aim: 380 },
  // What edits is fetched with the first edit.
  dashboards: {
    html: 'admin.html',
    lazy: [...own, 'src/admin/pages/dashboards/Dashboards.tsx'],
    aim: 420,
  },
  analytics: {
    html: 'admin.html',
    lazy: [
      ...own,
      'src/admin/pages/analytics/Analytics.tsx',
      'src/admin/pages/analytics/picture/Picture.tsx',
    ],
    aim: 700,
  },
  ...Object.fromEntries(
    ['users', 'career-fields', 'missions', 'protocols', 'mentors'].map((page) => [
      page,
      { html: 'admin.html', lazy: [...table, `src/admin/parts/${page}/parts*`], aim: 390 },
    ]),
  ),
}

/** Measures every page of the built product: name → bytes. */
export function measure() {
  const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [name, weigh(filesOf(manifest, page))]),
  )
}

function filesOf(manifest, { html, lazy }) {
  const files = new Set([html, ...scriptsIn(html)])
  const add = (key) => {
    const chunk = manifest[key]
    if (!chunk || files.has(`seen ${key}`)) return
    files.add(`seen ${key}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) add(next)
  }
  add(html)
  for (const wanted of lazy) {
    const open = wanted.endsWith('*')
    const keys = Object.keys(manifest).filter((key) =>
      open
        ? key.startsWith(wanted.slice(0, -1))
        : key === wanted || (key.startsWith('_') && manifest[key].name === wanted),
    )
    if (keys.length === 0 && !open) {
      throw new Error(
        `${wanted} is no file or lazily loaded module any more: correct scripts/bytes.mjs`,
      )
    }
    for (const key of keys) add(key)
  }
  return [...files].filter((file) => !file.startsWith('seen '))
}

/** Classic scripts and style sheets that a plugin put into the document; the manifest has only modules. */
function scriptsIn(html) {
  const text = readFileSync(join(client, html), 'utf8')
  const found = text.matchAll(
    /<(?:script|link rel="stylesheet")[^>]*?(?:src|href)="\/([^"]+\.(?:js|css))"/g,
  )
  return [...found].map(([, file]) => file)
}

function weigh(files) {
  return (
    files
      .filter((file) => /\.(html|js|css)$/.test(file))
      // The landing page's script stands in its document; the manifest names it still.
      .filter((file) => existsSync(join(client, file)))
      .map((file) => {
        const path = join(client, file)
        const packed = existsSync(`${path}.br`) ? `${path}.br` : undefined
        return packed ? readFileSync(packed).length : brotliCompressSync(readFileSync(path)).length
      })
      .reduce((sum, bytes) => sum + bytes, 0)
  )
}

/** Compares the built product with the record; gives findings and a line per page. */
export async function checkBytes() {
  const { code, output } = await buildIfStale()
  if (code !== 0) return { findings: [`the build failed\n${output}`], lines: [] }
  const now = measure()
  const before = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : undefined
  if (!before) return { findings: [`no record yet: node scripts/bytes.mjs --record`], lines: [] }
  const findings = Object.entries(now).flatMap(([page, bytes]) => {
    const last = before[page]
    if (last === undefined) return [`${page}: not recorded yet (${kb(bytes)} now)`]
    return bytes > last * allowance ? [`${page}: ${kb(bytes)}, recorded were ${kb(last)}`] : []
  })
  return { findings, lines: linesOf(now) }
}

function linesOf(now) {
  return Object.entries(now).map(([page, bytes]) => `${page} ${kb(bytes)} (aim ${pages[page].aim})`)
}

function kb(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--record')) {
    await ensureBuilt()
    mkdirSync(dirname(record), { recursive: true })
    writeFileSync(record, `${JSON.stringify(measure(), null, 2)}\n`)
  }
  const { findings, lines } = await checkBytes()
  console.log([...findings, ...lines].join('\n'))
  process.exitCode = findings.length > 0 ? 1 : 0
}
