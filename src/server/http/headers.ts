import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export interface HeaderOptions {
  /** Hosts of images besides this server. */
  imageHosts: readonly string[]
  /** The API's origin if the pages call another server. */
  apiOrigin: string | undefined
  /** Behind TLS, browsers are told to stay there. */
  isHttps: boolean
}

const REFERRER = 'same-origin'
/** Headers that helmet does not set, or not with these values. */
const OWN = {
  // An answer that is not a page may load and run nothing.
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For answers that are sent before any hook runs. */
export const BARE_HEADERS = {
  ...OWN,
  'x-content-type-options': 'nosniff',
  'referrer-policy': REFERRER,
  'cross-origin-opener-policy': 'same-origin',
}

/** Sets the security headers of every answer, errors included. Pages replace the policy by `pagePolicy`. */
export function registerHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const headers = { ...helmetHeaders(options), ...OWN }
  // Console and API are of no use in search results.
  const unsearched = { ...headers, 'x-robots-tag': 'noindex' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(admin|api)([/?]|$)/.test(request.url) ? unsearched : headers)
    done()
  })
}

/** Asks helmet once: with these options its headers are the same for every request. */
function helmetHeaders({ isHttps, apiOrigin }: HeaderOptions) {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const set = helmet({
    contentSecurityPolicy: false,
    // Subdomains may have no TLS.
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // A form that a browser without script posts to another origin has to name its own.
    referrerPolicy: { policy: apiOrigin ? 'strict-origin-when-cross-origin' : REFERRER },
    xXssProtection: false,
    xFrameOptions: { action: 'deny' },
  })
  set(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders()
}

/** A nonce for one page. */
export function createNonce(): string {
  return randomBytes(18).toString('base64')
}

/** Makes the policy of a page: files of this server, and inline code that `inline` allows by nonce or hash. */
export function pagePolicy({ imageHosts, apiOrigin }: HeaderOptions) {
  const images = ["'self'", 'data:', ...imageHosts.map((host) => `https://${host}`)]
  const own = ["'self'", ...(apiOrigin ? [apiOrigin] : [])].join(' ')
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
      // A browser without script posts the landing page's forms there.
      `form-action ${own}`,
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; ')
}
