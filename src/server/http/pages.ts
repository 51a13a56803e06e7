import { hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STAMP_MARK } from '#contract/forms.ts'
import {
  type FormPageName,
  PAGES_BESIDE,
  PRIVACY_PAGE,
  PRIVACY_PATH,
  type WaitlistPageName,
  withOrigin,
} from '#contract/pages.ts'
import { notFound } from './refusal.ts'

const NONCE = '__CSP_NONCE__'
/** A placeholder. One in place of an attribute is built as an attribute without value, and is replaced as a whole. */
const MARK =
  /(__(?:CSP_NONCE|FORM_STAMP|FAILURE|(?:VALUE|ERROR|INVALID)_\w+?|chosen_[\w-]+?)__)(?:="")?/g
/** Inline code. Data in a script element does not run. */
const INLINE = /<(style|script)(?: type="module")?>(.*?)<\/\1>/gs
const HOUR = 'public, max-age=3600'
const OPEN = { schema: { hide: true }, config: { access: 'public' } } as const
/** For this long, all visitors get the same page with the same stamp, rendered and compressed once. */
const SAME_MS = 1000

/** The built pages: landing page, privacy, console, responses to forms without script, and waitlist pages. */
export type PageName = 'index' | 'admin' | typeof PRIVACY_PAGE | FormPageName | WaitlistPageName

interface PageOptions {
  /** dist/client, as Vite builds it. */
  clientDir: string
  policy(inline: string): string
  /** The site's public origin. Without it, the landing page has no canonical address. */
  publicUrl: string | undefined
  /** The signed time in the forms of a page. */
  stamp(): string
}

interface SendOptions {
  /** 200 by default. */
  status?: number
  /** Plain text for the placeholders of `slot`. Other placeholders stay empty. */
  slots?: Readonly<Record<string, string>>
  /** The stamp of the page's form; a new one by default. */
  stamp?: string
  /** Whether this is the landing page at an address that has no page of its own. */
  isElsewhere?: boolean
}

/** A built page. */
interface Template {
  mtimeMs: number
  html: string
  marks: readonly string[]
  /** The hashes of the page's inline style and script, for the policy. */
  inline: string
  /** The page as it was last sent. */
  last?: { at: number; page: Packable }
}

export type Pages = ReturnType<typeof createPages>

/** Creates the service that sends the built pages. It reads them on demand, and again after a new build. */
export function createPages({ clientDir, policy, publicUrl, stamp: newStamp }: PageOptions) {
  const templates = new Map<PageName, Template>()
  const templateOf = async (name: PageName): Promise<Template | undefined> => {
    const file = join(clientDir, `${name}.html`)
    try {
      const { mtimeMs } = await stat(file)
      const known = templates.get(name)
      if (known?.mtimeMs === mtimeMs) return known
      const html = withOrigin(await readFile(file, 'utf8'), publicUrl)
      const marks = [...html.matchAll(MARK)].map(([, mark = '']) => mark)
      const inline = [...html.matchAll(INLINE)].map(
        ([, , code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`,
      )
      const template = { mtimeMs, html, marks, inline: inline.join(' ') }
      templates.set(name, template)
      return template
    } catch {
      return undefined
    }
  }
  return {
    /** Returns whether the page is built. */
    has: async (name: PageName): Promise<boolean> => (await templateOf(name)) !== undefined,
    /** Sends a page with its policy and a stamp. Throws 404 if it is not built. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      name: PageName,
      { status = 200, slots, stamp, isElsewhere }: SendOptions = {},
    ): Promise<FastifyReply> {
      const template = await templateOf(name)
      if (!template) throw notFound('This page is not built. Run npm run build.')
      const { html, marks, inline } = template
      const nonce = marks.includes(NONCE) ? randomBytes(18).toString('base64') : ''
      const fill = () => {
        const values = new Map(Object.entries({ ...slots, [NONCE]: nonce }))
        values.set(STAMP_MARK, stamp ?? newStamp())
        return packable(html.replace(MARK, (_, mark) => escapeHtml(values.get(mark) ?? '')))
      }
      const isShared = marks.every((mark) => mark === STAMP_MARK)
      if (isShared && !(template.last && Date.now() - template.last.at < SAME_MS))
        template.last = { at: Date.now(), page: fill() }
      reply
        .code(status)
        .type('text/html; charset=utf-8')
        // Firefox forgets what was typed into a page that is not stored. A page with content of one visitor must not be.
        .header('cache-control', isShared ? 'private, no-cache' : 'no-store')
        .header('content-security-policy', policy(nonce ? `'nonce-${nonce}'` : inline))
      // A page that names its canonical address needs no noindex.
      const isNameless = isElsewhere && publicUrl === undefined
      if (isNameless || (name !== 'index' && name !== PRIVACY_PAGE))
        reply.header('x-robots-tag', 'noindex')
      return sendCompressed(request, reply, (isShared && template.last?.page) || fill())
    },
  }
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Serves the pages and their files. /admin and /admin/… return the console, any other path the landing page. A missing
 * file is 404, never a page that a script tag would run.
 */
export async function registerPages(
  app: FastifyInstance,
  pages: Pages,
  { clientDir, publicUrl }: Pick<PageOptions, 'clientDir' | 'publicUrl'>,
): Promise<void> {
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    const isConsole = path === '/admin' || path.startsWith('/admin/')
    const name = isConsole ? 'admin' : (PAGES_BESIDE[path] ?? 'index')
    return pages.send(request, reply, name, { isElsewhere: name === 'index' && path !== '/' })
  }

  // In development Vite serves the pages, and there may be no build.
  if (existsSync(clientDir))
    await app.register(fastifyStatic, {
      root: clientDir,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      allowedPath: (path) => !path.endsWith('.html') && !/\.(br|gz|map)$/.test(path),
      setHeaders(reply, path) {
        // The names of assets have a hash of their content.
        const isHashed = path.startsWith(join(clientDir, 'assets'))
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : HOUR)
      },
    })

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || /^\/api(\/|$)/.test(path)) throw notFound()
    if (!isFile(path)) return send(request, reply)
    // The next build may have the file.
    reply.code(404).header('cache-control', 'no-store')
    return reply.type('text/plain; charset=utf-8').send('Not found\n')
  })

  for (const path of ['/', '/admin', '/admin/*']) app.get(path, OPEN, send)
  const serveText = (path: string, type: string, text: string) =>
    app.get(path, OPEN, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', HOUR).send(text),
    )
  // A rule applies to all paths with this prefix. /administrator is a page like any other.
  const robots = ['User-agent: *', 'Disallow: /admin$', 'Disallow: /admin/', 'Disallow: /api/', '']
  if (publicUrl) robots.push(`Sitemap: ${publicUrl}/sitemap.xml`, '')
  serveText('/robots.txt', 'text/plain', robots.join('\n'))
  // A sitemap needs absolute addresses.
  if (publicUrl)
    serveText(
      '/sitemap.xml',
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${publicUrl}/</loc></url>
<url><loc>${publicUrl}${PRIVACY_PATH}</loc></url>
</urlset>
`,
    )
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'

/**
 * Returns whether a path means a file: below /assets, hidden, or with an extension other than a page's. No pattern here
 * backtracks, because clients choose the length of the path.
 */
function isFile(path: string): boolean {
  if (/^\/assets(\/|$)|\/\./i.test(path)) return true
  const [, ending = ''] = /\.([a-z0-9]+)$/i.exec(path) ?? []
  return /[a-z]/i.test(ending) && !/^html?$/i.test(ending)
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, FAST),
  gzip: promisify<Buffer, Buffer>(gzip),
}
type Encoding = keyof typeof ENCODERS

/** A text as bytes, compressed at most once per encoding. */
export interface Packable {
  bytes: Buffer
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

export const packable = (text: string): Packable => ({ bytes: Buffer.from(text), packed: {} })

/** Sends a text, compressed if the client accepts it. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, packed }: Packable,
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? 'identity').toLowerCase()
  const encoding = negotiate<Encoding | 'identity'>(accepted, ['br', 'gzip', 'identity'])
  reply.header('vary', 'accept-encoding')
  if (encoding === null || encoding === 'identity') return reply.send(bytes)
  packed[encoding] ??= ENCODERS[encoding](bytes)
  return reply.header('content-encoding', encoding).send(await packed[encoding])
}
