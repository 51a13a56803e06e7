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
const PACKED = ['.html', '.js', '.css', '.svg', '.json']

/**
 * Serves a built application as it would be deployed: packed by brotli, files with a hash kept for a year, and its
 * document at every other address. Gives its origin, and what ends it.
 */
export async function serveBuilt(folder: string): Promise<{ origin: string; stop: () => void }> {
  const root = resolve(folder)
  const made = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const asked = join(root, normalize(decodeURIComponent(pathname)))
    const file = asked.startsWith(root) && isFile(asked) ? asked : join(root, 'index.html')
    const type = extname(file)
    const isPacked = PACKED.includes(type)
    const body = made.get(file) ?? pack(file, isPacked)
    made.set(file, body)
    response.writeHead(200, {
      'content-type': TYPES[type] ?? 'application/octet-stream',
      'cache-control': type === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      ...(isPacked && { 'content-encoding': 'br' }),
    })
    response.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pack(file: string, isPacked: boolean): Buffer {
  const bytes = readFileSync(file)
  return isPacked ? brotliCompressSync(bytes) : bytes
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
