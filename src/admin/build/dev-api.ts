import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import type { ErrorPayload, Plugin, ViteDevServer } from 'vite'

/** What scripts/dev.mjs tells of the API's process. */
type News = { api: 'starting' } | { api: 'up' } | { api: 'failed'; text: string }

/** What the API is made of, and what of it the browser runs as well. */
const OF_API = /^src\/(server|model|resources|contract)\/|^src\/brand\.ts$/
const OF_BOTH = /^src\/(model|resources|contract)\/|^src\/brand\.ts$/
const TEST = /\.test\.tsx?$/

/** Vite may see one save as several changes. */
const SETTLE_MS = 60

/**
 * Vite plugin for `npm run dev`, beside an API of its own at `port`. Its calls wait while it starts. When sources of
 * the API change it is started anew; then the open pages are loaded again, or show why it did not start.
 */
export function devApi(port: string | undefined): Plugin {
  const api = followApi()
  return {
    name: 'waymark:dev-api',
    apply: 'serve',
    configureServer(server) {
      const pathOf = (file: string) => relative(server.config.root, file).split(sep).join('/')
      let settle: NodeJS.Timeout | undefined
      server.watcher.on('all', (_event, file) => {
        const path = pathOf(file)
        if (!OF_API.test(path) || TEST.test(path)) return
        if (OF_BOTH.test(path)) api.isPageOld = true
        clearTimeout(settle)
        settle = setTimeout(() => process.send?.({ restart: true }), SETTLE_MS)
      })
      api.show(server)
      if (port === undefined) return
      server.middlewares.use((call, answer, next) => {
        if (call.url?.startsWith('/api/')) void forward(call, answer, port, api.up)
        else next()
      })
    },
    // The API must know a declaration before the page does, so nothing is replaced while it is open.
    hotUpdate({ file }) {
      const path = relative(this.environment.config.root, file).split(sep).join('/')
      return OF_BOTH.test(path) && process.send ? [] : undefined
    },
  }
}

/** How the API is getting on, and what the open pages are shown of it. Alone, without dev.mjs, it counts as up. */
function followApi() {
  let news: News = process.send ? { api: 'starting' } : { api: 'up' }
  const waiting = new Set<() => void>()
  const followed = {
    /** The browser runs something else than is in the sources. */
    isPageOld: false,
    /** Gives undefined when it is up, or why it is not. */
    async up(): Promise<string | undefined> {
      while (news.api === 'starting') await new Promise<void>((resolve) => waiting.add(resolve))
      return news.api === 'failed' ? news.text : undefined
    },
    show({ ws, config }: ViteDevServer): void {
      ws.on('vite:client:connect', (_data, client) => {
        if (news.api === 'failed') client.send(overlayOf(news.text, config.root))
      })
      process.on('message', (told: News) => {
        const hadFailed = news.api === 'failed' || followed.isPageOld
        news = told
        if (told.api === 'starting') {
          followed.isPageOld = hadFailed
          return
        }
        for (const go of waiting) go()
        waiting.clear()
        if (told.api === 'failed') ws.send(overlayOf(told.text, config.root))
        else if (followed.isPageOld) {
          followed.isPageOld = false
          ws.send({ type: 'full-reload' })
        }
      })
    },
  }
  return followed
}

/** Vite's own overlay, with the words of the terminal. */
function overlayOf(text: string, root: string): ErrorPayload {
  const [, file, line] = /^(src\/\S+?):(\d+):/m.exec(text) ?? []
  const at =
    file === undefined ? {} : { loc: { file: join(root, file), line: Number(line), column: 1 } }
  return { type: 'error', err: { message: text, stack: '', ...at } }
}

/** Hands a call on to the API once it is up. A read that is cut off by a restart is asked again. */
async function forward(
  call: IncomingMessage,
  answer: ServerResponse,
  port: string,
  up: () => Promise<string | undefined>,
): Promise<void> {
  const reason = await up()
  if (reason !== undefined) {
    refuse(answer, reason)
    return
  }
  const { method, url, headers } = call
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
    reply.on('error', () => answer.destroy())
  })
  onward.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else if (method === 'GET' && !answer.destroyed)
      setTimeout(() => void forward(call, answer, port, up), SETTLE_MS)
    else refuse(answer, 'The API was started anew.')
  })
  answer.on('close', () => onward.destroy())
  // What has no body may be asked twice.
  if (method === 'GET') onward.end()
  else call.pipe(onward)
}

function refuse(answer: ServerResponse, message: string): void {
  answer.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  answer.end(JSON.stringify({ error: { code: 'unavailable', message } }))
}
