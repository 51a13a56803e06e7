import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

export interface HeaderOptions {
  /** Hosts that pictures may come from, besides our own. */
  imageHosts: readonly string[]
  /** Where the built console sends its calls when that is another origin. */
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

/**
 * The security headers of every answer, errors included. Pages replace the strict default policy by
 * one with a nonce.
 */
export async function registerHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: options.isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: REFERRER },
    xXssProtection: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(OWN)
    done()
  })
}

/** For answers that are given before any hook runs: a URL that cannot be decoded. */
export function setBareHeaders(reply: FastifyReply): void {
  reply.headers({
    ...OWN,
    'x-content-type-options': 'nosniff',
    'referrer-policy': REFERRER,
    'cross-origin-opener-policy': 'same-origin',
  })
}

/** A nonce for one page, never used again. */
export function createNonce(): string {
  return randomBytes(18).toString('base64')
}

/** The policy of a page: its own files, and inline code only under the nonce. */
export function pagePolicy(options: HeaderOptions) {
  const images = ["'self'", 'data:', ...options.imageHosts.map((host) => `https://${host}`)]
  const calls = ["'self'", ...(options.apiOrigin ? [options.apiOrigin] : [])]
  return (nonce: string) =>
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src ${images.join(' ')}`,
      "font-src 'self'",
      `connect-src ${calls.join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; ')
}
