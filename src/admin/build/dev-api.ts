import { relative, sep } from 'node:path'
import type { ErrorPayload, Plugin } from 'vite'

/** State of the API's process, sent by scripts/dev.mjs. */
type News = { api: 'starting' } | { api: 'up' } | { api: 'failed'; text: string }

/** Sources of the API, and those that the browser also runs. */
const OF_API = /^src\/(server|model|resources|contract)\/|^src\/brand\.ts$/
const OF_BOTH = /^src\/(model|resources|contract)\/|^src\/brand\.ts$/
const TEST = /\.test\.tsx?$/

/** Vite may report one save as several changes. */
const SETTLE_MS = 60

/**
 * Vite plugin for `npm run dev`. Holds calls while the API starts. When the API's sources change, restarts it and
 * then reloads the open pages, or shows them why it did not start.
 */
export function devApi(): Plugin {
  // Without dev.mjs, assume that the API is up.
  let news: News = process.send ? { api: 'starting' } : { api: 'up' }
  let isPageOld = false
  const waiting = new Set<() => void>()
  return {
    name: 'waymark:dev-api',
    apply: 'serve',
    configureServer({ config, watcher, ws, middlewares }) {
      let settle: NodeJS.Timeout | undefined
      watcher.on('all', (_event, file) => {
        const path = pathIn(config.root, file)
        if (!OF_API.test(path) || TEST.test(path)) return
        isPageOld ||= OF_BOTH.test(path)
        clearTimeout(settle)
        settle = setTimeout(() => process.send?.({ restart: true }), SETTLE_MS)
      })
      ws.on('vite:client:connect', (_data, client) => {
        if (news.api === 'failed') client.send(overlayOf(news.text))
      })
      process.on('message', (next: News) => {
        isPageOld ||= news.api === 'failed'
        news = next
        if (next.api === 'starting') return
        for (const go of waiting) go()
        waiting.clear()
        if (next.api === 'failed') ws.send(overlayOf(next.text))
        else if (isPageOld) {
          isPageOld = false
          ws.send({ type: 'full-reload' })
        }
      })
      // Runs before Vite's own proxy.
      middlewares.use('/api', async (_call, answer, next) => {
        while (news.api === 'starting') await new Promise<void>((resolve) => waiting.add(resolve))
        if (news.api === 'up') return next()
        answer.writeHead(503, { 'content-type': 'application/json' })
        answer.end(JSON.stringify({ error: { code: 'unavailable', message: news.text } }))
      })
    },
    // The API must load a declaration before the page does, so declarations are not hot-replaced.
    hotUpdate({ file }) {
      const path = pathIn(this.environment.config.root, file)
      return OF_BOTH.test(path) && process.send ? [] : undefined
    },
  }
}

const pathIn = (root: string, file: string) => relative(root, file).split(sep).join('/')

/** Vite's own overlay, with the message of the terminal. */
function overlayOf(message: string): ErrorPayload {
  return { type: 'error', err: { message, stack: '' } }
}
