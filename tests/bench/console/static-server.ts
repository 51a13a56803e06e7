import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const COMPRESSED = ['.html', '.js', '.css', '.svg', '.json']

/** Serves a built application as in production: with brotli, cached files, and index.html at every other address. */
export async function serveStatic(folder: string): Promise<{ origin: string; stop(): void }> {
  const root = resolve(folder)
  const cache = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(root, normalize(decodeURIComponent(pathname)))
    const file = path.startsWith(root) && isFile(path) ? path : join(root, 'index.html')
    const type = extname(file)
    const isCompressed = COMPRESSED.includes(type)
    const bytes = cache.get(file) ?? readFileSync(file)
    const body = isCompressed && !cache.has(file) ? brotliCompressSync(bytes) : bytes
    cache.set(file, body)
    response.writeHead(200, {
      'content-type': TYPES[type] ?? 'application/octet-stream',
      'cache-control': type === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      ...(isCompressed && { 'content-encoding': 'br' }),
    })
    response.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
