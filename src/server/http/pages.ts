import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STAMP_MARK } from '#contract/forms.ts'
import {
  FORM_PAGES,
  type FormPageName,
  PAGES_BESIDE,
  PRIVACY_PAGE,
  WAITLIST_PAGES,
  type WaitlistPageName,
  withOrigin,
} from '#contract/pages.ts'
import { type Packable, packable, sendCompressed } from './compress.ts'
import { createNonce } from './headers.ts'
import { notFound } from './refusal.ts'

const NONCE = '__CSP_NONCE__'
const YEAR = 31_536_000

/** The built pages: landing page, privacy, console, what a form without script is answered, and the waitlist's. */
export type PageName = 'index' | 'admin' | typeof PRIVACY_PAGE | FormPageName | WaitlistPageName

export interface PageOptions {
  /** dist/client, as Vite builds it. */
  clientDir: string
  policy(inline: string): string
  /** The site's public origin; without it the landing page names no address of its own. */
  publicUrl: string | undefined
  /** The signed time that the forms of a page carry. */
  stamp(): string | Promise<string>
}

export interface SendOptions {
  /** 200 when absent. */
  status?: number
  /** Plain text for the marks of `slot`, escaped here; a mark that is not among them is left empty. */
  slots?: Readonly<Record<string, string>>
  /** The stamp of the page's form; one of this moment when absent. */
  stamp?: string
  /** The landing page at an address that nobody gave it (docs/decisions/012). */
  isElsewhere?: boolean
}

/** The pages, ready to be sent. */
export interface Pages {
  /** Whether the page is built. */
  has(name: PageName): Promise<boolean>
  /** Sends a page with its policy and fresh stamps. Throws 404 while it is not built. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: PageName,
    options?: SendOptions,
  ): Promise<FastifyReply>
}

/** Reads the built pages as they are asked for, and again after a new build. */
export function createPages(options: PageOptions): Pages {
  const { clientDir, policy, publicUrl } = options
  const forms = Object.keys(FORM_PAGES) as FormPageName[]
  const names: PageName[] = ['index', 'admin', PRIVACY_PAGE, ...forms, ...WAITLIST_PAGES]
  const files = new Map(
    names.map((name) => {
      const prepare = (html: string) => createTemplate(withOrigin(html, publicUrl))
      return [name, createFile(join(clientDir, `${name}.html`), prepare)] as const
    }),
  )
  return {
    has: async (name) => (await files.get(name)?.()) !== undefined,
    async send(request, reply, name, { status = 200, slots = {}, stamp, isElsewhere } = {}) {
      const template = await files.get(name)?.()
      if (!template) throw notFound('This page is not built. Run npm run build.')
      const { marks, inline } = template
      const nonce = marks.includes(NONCE) ? createNonce() : undefined
      const fill = async () => {
        const stamped = stamp ?? (await options.stamp())
        const values = marks.map((mark) => {
          if (mark === NONCE) return nonce ?? ''
          return escapeHtml(mark === STAMP_MARK ? stamped : (slots[mark] ?? ''))
        })
        return packable(template.fill(values))
      }
      const isSame = marks.every((mark) => mark === STAMP_MARK)
      reply
        .code(status)
        .type('text/html; charset=utf-8')
        // Firefox forgets what was typed into a page that is not stored. Those that hold it already must not be.
        .header('cache-control', isSame ? 'private, no-cache' : 'no-store')
        .header('content-security-policy', policy(nonce ? `'nonce-${nonce}'` : inline))
      // Where the page names the address that counts, noindex beside it would speak against that one.
      const isNameless = isElsewhere && publicUrl === undefined
      if (isNameless || (name !== 'index' && name !== PRIVACY_PAGE))
        reply.header('x-robots-tag', 'noindex')
      return sendCompressed(request, reply, await (isSame ? recent(template, fill) : fill()))
    },
  }
}

/**
 * Whoever comes within the same second gets the same page with the same stamp, filled and compressed once: a crowd
 * costs no more than a visitor.
 */
const SAME_MS = 1000
const made = new WeakMap<Template, { at: number; page: Promise<Packable> }>()

function recent(template: Template, fill: () => Promise<Packable>): Promise<Packable> {
  const last = made.get(template)
  if (last && Date.now() - last.at < SAME_MS) return last.page
  const page = fill()
  made.set(template, { at: Date.now(), page })
  page.catch(() => made.delete(template))
  return page
}

/**
 * The addresses of the pages and their files. /admin and /admin/… answer the console, every other path the
 * landing page (ROUTE-01); a missing file is 404, never a page that a script tag would run.
 */
export async function registerPages(
  app: FastifyInstance,
  pages: Pages,
  clientDir: string,
): Promise<void> {
  const send = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request)
    const isConsole = path === '/admin' || path.startsWith('/admin/')
    const name = isConsole ? 'admin' : (PAGES_BESIDE[path] ?? 'index')
    return pages.send(request, reply, name, { isElsewhere: name === 'index' && path !== '/' })
  }

  // In development Vite serves the pages, and there may be no build.
  if (existsSync(clientDir)) await registerFiles(app, clientDir)

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || /^\/api(\/|$)/.test(path)) throw notFound()
    if (!isFile(path)) return send(request, reply)
    // The next build may have it.
    reply.code(404).header('cache-control', 'no-store')
    return reply.type('text/plain; charset=utf-8').send('Not found\n')
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

/**
 * Paths that nobody means as a page: below /assets, hidden, or ending like a file other than a page's. No
 * pattern here goes over a part of the path twice: strangers choose how long it is.
 */
function isFile(path: string): boolean {
  if (/^\/assets(\/|$)|\/\./i.test(path)) return true
  const [, ending = ''] = /\.([a-z0-9]+)$/i.exec(path) ?? []
  return /[a-z]/i.test(ending) && !/^html?$/i.test(ending)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

/** A built page, cut at its marks, so that a request costs one pass and no search. */
interface Template {
  /** What is to be filled in, in the page's order. */
  marks: readonly string[]
  /** The page with a value for each mark. Values are never searched for marks. */
  fill(values: readonly string[]): string
  /** What a policy has to let in for the page's inline style and script, which no request changes. */
  inline: string
}

/**
 * __CSP_NONCE__, __FORM_STAMP__ and those of `slot`: all that is filled in per request. A mark in the place of
 * an attribute is built as one without value, and goes whole.
 */
const MARK =
  /(__(?:CSP_NONCE|FORM_STAMP|FAILURE|(?:VALUE|ERROR|INVALID)_\w+?|chosen_[\w-]+?)__)(?:="")?/
/** Inline code; data in a script element does not run. */
const INLINE = /<(style|script)(?: type="module")?>(.*?)<\/\1>/gs

/** Cuts a page at its marks. */
function createTemplate(html: string): Template {
  // Splitting by a group keeps what the group matched: texts stand at even places, marks at odd ones.
  const parts = html.split(MARK)
  const texts = parts.filter((_part, index) => index % 2 === 0)
  const hashes = [...html.matchAll(INLINE)].map(
    ([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  return {
    marks: parts.filter((_part, index) => index % 2 === 1),
    fill: (values) => texts.map((text, index) => text + (values[index] ?? '')).join(''),
    inline: hashes.join(' '),
  }
}

/**
 * Reads a file once, and again after a new build has replaced it; `prepare` makes of its text what is kept.
 * Gives undefined while there is no such file.
 */
function createFile<Kept>(file: string, prepare: (text: string) => Kept) {
  let known: { changed: number; kept: Kept } | undefined
  return async (): Promise<Kept | undefined> => {
    try {
      const { mtimeMs } = await stat(file)
      if (known?.changed !== mtimeMs)
        known = { changed: mtimeMs, kept: prepare(await readFile(file, 'utf8')) }
      return known.kept
    } catch {
      return undefined
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a text inert, both as text and as the value of a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
