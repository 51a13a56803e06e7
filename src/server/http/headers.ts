import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'

export interface HeaderOptions {
  /** Hosts that pictures may come from, besides our own. */
  imageHosts: readonly string[]
  /** Where the built pages send their calls when that is another origin. */
  apiOrigin: string | undefined
  /** Only behind TLS may browsers be told to stay there. */
  isHttps: boolean
}

/** For answers that are no page: nothing may be loaded or run in them. */
const BARE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const REFERRER = 'same-origin'
/** Those that helmet does not set, or not as wanted. */
const OWN = {
  'content-security-policy': BARE,
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For answers that are given before any hook runs. */
export const BARE_HEADERS = {
  ...OWN,
  'x-content-type-options': 'nosniff',
  'referrer-policy': REFERRER,
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * The security headers of every answer, errors included. Pages replace the strict default policy by
 * one with a nonce.
 */
export function registerHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const every = { ...helmetHeaders(options), ...OWN }
  // Found in a search, neither console nor API would help anybody.
  const unsearched = { ...every, 'x-robots-tag': 'noindex' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(admin|api)([/?]|$)/.test(request.url) ? unsearched : every)
    done()
  })
}

/** What helmet sets, asked once: with these options it is the same for every request. */
function helmetHeaders({ isHttps, apiOrigin }: HeaderOptions) {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const set = helmet({
    contentSecurityPolicy: false,
    // Sites beside this one may have no TLS.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // A form that is posted to another origin without script has to say where it comes from.
    referrerPolicy: { policy: apiOrigin ? 'strict-origin-when-cross-origin' : REFERRER },
    xXssProtection: false,
    xFrameOptions: { action: 'deny' },
  })
  set(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders()
}

/** For answers that are given before any hook runs: a URL that cannot be decoded. */
export function setBareHeaders(reply: FastifyReply): void {
  reply.headers(BARE_HEADERS)
}

/** A nonce for one page, never used again. */
export function createNonce(): string {
  return randomBytes(18).toString('base64')
}

/** The policy of a page: its own files, and inline code only as `inline` has it: a nonce, or hashes. */
export function pagePolicy(options: HeaderOptions) {
  const images = ["'self'", 'data:', ...options.imageHosts.map((host) => `https://${host}`)]
  const own = ["'self'", ...(options.apiOrigin ? [options.apiOrigin] : [])].join(' ')
  return (inline: string) =>
    [
      "default-src 'self'",
      `script-src 'self' ${inline}`.trimEnd(),
      `style-src 'self' ${inline}`.trimEnd(),
      `img-src ${images.join(' ')}`,
      "font-src 'self'",
      `connect-src ${own}`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // The landing page's forms are posted there by a browser without script.
      `form-action ${own}`,
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; ')
}
