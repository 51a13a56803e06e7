import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Site } from '#server/auth/factors.ts'
import type { Config } from '#server/config.ts'

type Asked = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>

/** The origin of this server: PUBLIC_URL, or the address of the request without a default port. */
export function originOf(
  { protocol, host }: Asked,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const called = `${protocol}://${host}`
  return publicUrl ?? (URL.canParse(called) ? new URL(called).origin : called)
}

/**
 * Makes the function that names a passkey's site: this server, or a console of another origin that may call the API.
 * It returns undefined where browsers support no passkeys: without TLS, and for an IP address.
 */
export function createSites(config: Pick<Config, 'publicUrl' | 'corsOrigins'>) {
  return (request: Asked): Site | undefined => {
    const asked = request.headers.origin
    const isConsole = asked !== undefined && config.corsOrigins.includes(asked)
    const url = isConsole ? asked : originOf(request, config)
    if (!URL.canParse(url)) return undefined
    const { protocol, hostname, origin } = new URL(url)
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
    const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    return isAddress || !(protocol === 'https:' || isLocal) ? undefined : { origin, rpId: hostname }
  }
}
