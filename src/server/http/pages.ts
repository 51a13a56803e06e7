import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'
import { createNonce } from './headers.ts'

const NONCE = '__CSP_NONCE__'
const YEAR = 31_536_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export interface PageOptions {
  /** dist/client, as Vite builds it. */
  clientDir: string
  policy(nonce: string): string
  /** The site's public origin; without it the landing page names no address of its own. */
  publicUrl: string | undefined
}

/**
 * The two pages and their files. /admin and /admin/… answer the console, every other path the landing
 * page (ROUTE-01); a missing file under /assets is 404, never a page that a script tag would run.
 */
export async function registerPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { clientDir, policy, publicUrl } = options
  const landing = createPage(join(clientDir, 'index.html'))
  const admin = createPage(join(clientDir, 'admin.html'))

  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request)
    const isConsole = path === '/admin' || path.startsWith('/admin/')
    const html = await (isConsole ? admin : landing)()
    if (html === undefined) throw notFound('This page is not built. Run npm run build.')
    const nonce = createNonce()
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce))
    const page = isConsole ? html : withAddress(html, publicUrl)
    return sendCompressed(request, reply, page.replaceAll(NONCE, nonce))
  }

  // In development Vite serves the pages, and there may be no build.
  if (existsSync(clientDir)) await registerFiles(app, clientDir)

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage || /^\/(api|assets)(\/|$)/.test(path)) throw notFound()
    return send(request, reply)
  })

  for (const path of ['/', '/admin', '/admin/*'])
    app.get(path, { schema: { hide: true }, config: { access: 'public' } }, send)
}

async function registerFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientDir,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !path.endsWith('.html') && !/\.(br|gz|map)$/.test(path),
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(clientDir, 'assets'))
      reply.setHeader(
        'cache-control',
        isHashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600',
      )
    },
  })
}

/** Whatever path answered it, the landing page lives at the root: search engines shall know one page. */
function withAddress(html: string, publicUrl: string | undefined): string {
  if (!publicUrl) return html
  const tags = `<link rel="canonical" href="${publicUrl}/"><meta property="og:url" content="${publicUrl}/">`
  return html.replace('</head>', () => `${tags}</head>`)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/** Reads a page once, and again after a new build has replaced it. */
function createPage(file: string) {
  let known: { changed: number; html: string } | undefined
  return async (): Promise<string | undefined> => {
    try {
      const { mtimeMs } = await stat(file)
      if (known?.changed !== mtimeMs)
        known = { changed: mtimeMs, html: await readFile(file, 'utf8') }
      return known.html
    } catch {
      return undefined
    }
  }
}

/** Pages differ by their nonce, so that they cannot be compressed beforehand like all other files. */
async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return reply.header('content-encoding', 'br').send(await brotli(html, { params }))
  }
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await zip(html, { level: 6 }))
  return reply.send(html)
}
