import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { conflict } from '#server/http/refusal.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>

/** The site that a passkey is created for. */
export interface Site {
  /** The host that browsers bind the passkey to. */
  rpId: string
  /** The origin of the page that asks for it. */
  origin: string
}

/** Returns the origin of this server: PUBLIC_URL, or the request's host without a default port. */
export function originOf(
  { protocol, host }: Asked,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const called = `${protocol}://${host}`
  return publicUrl ?? (URL.canParse(called) ? new URL(called).origin : called)
}

/**
 * Returns the site of a passkey: this server, or a console of another origin that may call the API. Returns undefined
 * where browsers do not support passkeys: without TLS, and for IP addresses.
 */
export function siteOf(
  request: Asked,
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): Site | undefined {
  const asked = request.headers.origin
  const isConsole = asked !== undefined && config.corsOrigins.includes(asked)
  const url = isConsole ? asked : originOf(request, config)
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, origin } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || !(protocol === 'https:' || isLocal) ? undefined : { origin, rpId: hostname }
}

/** Returns the site of a passkey. Throws 409 where browsers do not support passkeys. */
export function requireSite(...asked: Parameters<typeof siteOf>): Site {
  const site = siteOf(...asked)
  if (site) return site
  throw conflict(
    'Passkeys work where the console is reached by https:// and a name, or at localhost.',
  )
}
