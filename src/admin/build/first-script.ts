import { join } from 'node:path'
import {
  build,
  type IndexHtmlTransformContext,
  type Plugin,
  type Rolldown,
  runnerImport,
} from 'vite'

const MARK = '<!--admin:first-->'
const ENTRY = 'src/admin/first/first.ts'
const DEV_URL = '/@admin-first.js'
const CONSOLE = '/src/admin/Console.tsx'
/** What draws a page, by its segment; all others are lists. */
const PAGES = {
  '': '/src/admin/pages/home/Home.tsx',
  dashboards: '/src/admin/pages/dashboards/Dashboards.tsx',
  analytics: '/src/admin/pages/analytics/Analytics.tsx',
  '*': '/src/admin/crud/ResourcePage.tsx',
}

/** By the page's segment; '*' are all that are not named. */
export interface ConsoleFiles {
  console: readonly string[]
  pages: Readonly<Record<string, readonly string[]>>
}

type Reads = typeof import('./first-reads.ts')

/**
 * Vite plugin: builds the console's first script and writes it into the document, so that it runs before anything
 * else is there. Module scripts run after it: the Trusted Types policy always stands, and the theme never flashes.
 * It also tells the script which files the console consists of, and what its pages read first.
 */
export function firstScript(): Plugin {
  let root = process.cwd()
  let defined: Record<string, string> = {}
  let code = ''
  return {
    name: 'waymark:first-script',
    configResolved(config) {
      root = config.root
      defined = config.define ?? {}
    },
    configureServer(server) {
      server.middlewares.use(DEV_URL, (_request, response, next) => {
        bundleFirst(root, defined).then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    async buildStart() {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return
      code = await bundleFirst(root, defined)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => html.replace(MARK, () => tag(context, code)),
    },
  }
}

function tag({ bundle }: IndexHtmlTransformContext, code: string): string {
  if (!bundle) return `<script src="${DEV_URL}"></script>`
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  // Between single quotes: JSON is full of double ones, which would each be six characters.
  const files = JSON.stringify(filesOf(chunks))
  if (/['&]/.test(files)) throw new Error(`${files} cannot stand in an attribute`)
  if (/<\/script|<!--/i.test(code)) throw new Error(`${ENTRY} cannot stand in a document`)
  return `<script nonce="__CSP_NONCE__" data-console='${files}'>${code.trim()}</script>`
}

/** What the console and its pages load lazily, without what the entry has loaded already. */
function filesOf(chunks: Rolldown.OutputChunk[]): ConsoleFiles {
  const reach = (name: string, seen: Set<string>): Set<string> => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || seen.has(name)) return seen
    seen.add(name)
    for (const next of chunk.imports) reach(next, seen)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
    return seen
  }
  const from = (end: string, known: ReadonlySet<string>) => {
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
    if (!chunk) throw new Error(`${end} stands in no chunk`)
    const files = [...reach(chunk.fileName, new Set())]
    return files.filter((name) => !known.has(name))
  }
  const entry = new Set(from('/admin.html', new Set()))
  const console = from(CONSOLE, entry)
  const known = new Set([...entry, ...console])
  const pages = Object.entries(PAGES).map(([page, end]) => [page, from(end, known)])
  return { console, pages: Object.fromEntries(pages) }
}

async function bundleFirst(root: string, defined: Record<string, string>): Promise<string> {
  const reads = JSON.stringify(await readsOf(root))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { ...defined, 'globalThis.FIRST_READS': reads },
    build: { write: false, lib: { entry: ENTRY, name: 'first', formats: ['iife'] } },
  })
  const [output] = Array.isArray(built) ? built : []
  const chunk = output?.output[0]
  if (chunk?.type !== 'chunk') throw new Error(`${ENTRY} was not built`)
  return chunk.code
}

/** Nothing where a declaration is wrong: whoever builds hears of that elsewhere. */
async function readsOf(root: string): Promise<Reads['firstReads']> {
  try {
    const file = join(root, 'src/admin/build/first-reads.ts')
    return (await runnerImport<Reads>(file, { root, logLevel: 'error' })).module.firstReads
  } catch {
    return {}
  }
}
