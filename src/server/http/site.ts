import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Site } from '#server/auth/passkeys.ts'
import type { Config } from '#server/config.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>

/** Where people reach this server: PUBLIC_URL, or the address that was called. */
export function originOf(
  { protocol, host }: Asked,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const called = `${protocol}://${host}`
  // Written as browsers and providers write it, without the port that goes without saying.
  return publicUrl ?? (URL.canParse(called) ? new URL(called).origin : called)
}

/**
 * Makes the judge of where a passkey is made and used: on this site, or on a console of another origin that may
 * call the API. Undefined where browsers know no passkeys: without TLS, and under a bare address.
 */
export function createSites(config: Pick<Config, 'publicUrl' | 'corsOrigins'>) {
  return (request: Asked): Site | undefined => {
    const { origin: said } = request.headers
    const origin =
      said !== undefined && config.corsOrigins.includes(said) ? said : originOf(request, config)
    if (!URL.canParse(origin)) return undefined
    const { protocol, hostname } = new URL(origin)
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
    const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    if (isAddress || !(protocol === 'https:' || isLocal)) return undefined
    return { origin: new URL(origin).origin, rpId: hostname }
  }
}
