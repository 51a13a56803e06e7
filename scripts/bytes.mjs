// Measures the download of each page on a first visit (brotli, without images and fonts). Fails above the page's
// budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { buildIfStale } from './steps/build.mjs'
import { root } from './steps/process.mjs'

const client = join(root, 'dist', 'client')

/**
 * The budget of each page of ours in KB, its document, and the lazily loaded modules that it needs until it
 * shows its content. A trailing * may match none.
 */
const app = 'src/admin/App.tsx'
const list = [app, 'src/admin/crud/ResourcePage.tsx']
const pages = {
  landing: { html: 'index.html', lazy: [], budget: 30 },
  'sign-in': { html: 'admin.html', lazy: [], budget: 75 },
  home: { html: 'admin.html', lazy: [app, 'src/admin/pages/home/Home*'], budget: 430 },
  // The editor is loaded with the first edit.
  dashboards: {
    html: 'admin.html',
    lazy: [app, 'src/admin/pages/dashboards/Dashboards.tsx'],
    budget: 480,
  },
  analytics: {
    html: 'admin.html',
    lazy: [
      app,
      'src/admin/pages/analytics/Analytics.tsx',
      'src/admin/pages/analytics/picture/Picture.tsx',
    ],
    budget: 780,
  },
  ...Object.fromEntries(
    ['users', 'career-fields', 'missions', 'protocols', 'mentors'].map((page) => [
      page,
      { html: 'admin.html', lazy: [...list, `src/admin/extensions/${page}/parts*`], budget: 540 },
    ]),
  ),
}

/** Measures every page of the built product. Returns name → bytes. */
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
      open ? key.startsWith(wanted.slice(0, -1)) : key === wanted,
    )
    if (keys.length === 0 && !open) {
      throw new Error(`${wanted} is no longer a lazily loaded module: correct scripts/bytes.mjs`)
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
      // The landing page's script is inlined in its document, but the manifest still names it.
      .filter((file) => existsSync(join(client, file)))
      .map((file) => {
        const path = join(client, file)
        const packed = existsSync(`${path}.br`) ? `${path}.br` : undefined
        return packed ? readFileSync(packed).length : brotliCompressSync(readFileSync(path)).length
      })
      .reduce((sum, bytes) => sum + bytes, 0)
  )
}

/** Compares the built product with the budgets. Returns the pages above theirs, and a line per page. */
export async function checkBytes() {
  const { code, output } = await buildIfStale()
  if (code !== 0) return { findings: [`the build failed\n${output}`], lines: [] }
  const now = measure()
  const findings = Object.entries(now).flatMap(([page, bytes]) =>
    bytes > pages[page].budget * 1000
      ? [`${page}: ${kb(bytes)}, the budget is ${pages[page].budget} KB`]
      : [],
  )
  const lines = Object.entries(now).map(
    ([page, bytes]) => `${page} ${kb(bytes)} of ${pages[page].budget}`,
  )
  return { findings, lines }
}

function kb(bytes) {
  return `${(bytes / 1000).toFixed(1)} KB`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { findings, lines } = await checkBytes()
  console.log([...findings, ...lines].join('\n'))
  process.exitCode = findings.length > 0 ? 1 : 0
}
