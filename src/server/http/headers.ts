import type { FastifyInstance } from 'fastify'

export interface HeaderOptions {
  /** Hosts of images besides this server. */
  imageHosts: readonly string[]
  /** The API's origin if the pages call another server. */
  apiOrigin: string | undefined
  isHttps: boolean
}

/** The security headers of every response. Responses sent before any hook runs have only these. */
export const BARE_HEADERS = {
  // A response that is not a page may load and run nothing.
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** Sets the security headers of every response, including errors. Pages replace the policy with `pagePolicy`. */
export function registerHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const headers = {
    ...BARE_HEADERS,
    // A form that a browser without script posts to another origin must send its own origin.
    ...(options.apiOrigin && { 'referrer-policy': 'strict-origin-when-cross-origin' }),
    // Without includeSubDomains, because subdomains may have no TLS.
    ...(options.isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  }
  // Console and API do not belong in search results.
  const unsearched = { ...headers, 'x-robots-tag': 'noindex' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(/^\/(admin|api)([/?]|$)/.test(request.url) ? unsearched : headers)
    done()
  })
}

/** Returns the policy of a page: files of this server, and inline code that `inline` allows by nonce or hash. */
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
