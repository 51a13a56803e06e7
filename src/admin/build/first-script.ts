import { build, type IndexHtmlTransformContext, type Plugin, type Rolldown } from 'vite'

const MARK = '<!--admin:first-->'
const ENTRY = 'src/admin/first/first.ts'
const DEV_URL = '/@admin-first.js'
const NAME = 'first.js'
const LAZY = [
  '/src/admin/Console.tsx',
  '/src/admin/crud/ResourcePage.tsx',
  '/src/admin/pages/home/Home.tsx',
]

/**
 * Vite plugin: builds the console's first script as one classic file that blocks the first paint for the
 * few hundred bytes it has. Module scripts run after it, so the Trusted Types policy always stands, and the
 * theme never flashes. It also tells the script which files the console consists of.
 */
export function firstScript(): Plugin {
  let root = process.cwd()
  return {
    name: 'waymark:first-script',
    configResolved(config) {
      root = config.root
    },
    configureServer(server) {
      server.middlewares.use(DEV_URL, (_request, response, next) => {
        bundleFirst(root).then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    async buildStart() {
      if (this.environment.mode !== 'build' || this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', name: NAME, source: await bundleFirst(root) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, context) => html.replace(MARK, () => tag(context)),
    },
  }
}

function tag({ bundle }: IndexHtmlTransformContext): string {
  if (!bundle) return `<script src="${DEV_URL}"></script>`
  const files = Object.values(bundle)
  const first = files.find((file) => file.type === 'asset' && file.names.includes(NAME))
  if (!first) throw new Error(`${NAME} is missing from the build`)
  const console = consoleFiles(files.filter((file) => file.type === 'chunk')).join(' ')
  return `<script nonce="__CSP_NONCE__" src="/${first.fileName}" data-console="${console}"></script>`
}

/** The lazily loaded console and all it imports, without what the entry has loaded already. */
function consoleFiles(chunks: Rolldown.OutputChunk[]): string[] {
  const named = (end: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
    if (!chunk) throw new Error(`${end} must be the start of a chunk of its own`)
    return chunk
  }
  const reach = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const next of chunks.find((chunk) => chunk.fileName === name)?.imports ?? [])
      reach(next, seen)
    return seen
  }
  const start = named('/admin.html')
  const loaded = reach(start.fileName, new Set())
  // Nearly everyone goes to a list: its code comes beside the shell's, not after a click.
  const wanted = LAZY.flatMap((end) => [...reach(named(end).fileName, new Set())])
  return [...new Set(wanted)].filter((name) => !loaded.has(name)).map((name) => `/${name}`)
}

async function bundleFirst(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: ENTRY, name: 'first', formats: ['iife'] } },
  })
  const [output] = Array.isArray(built) ? built : []
  const chunk = output?.output[0]
  if (chunk?.type !== 'chunk') throw new Error(`${ENTRY} was not built`)
  return chunk.code
}
