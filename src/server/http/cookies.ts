import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'

/** Returns the values that the browser sent for a cookie of this server. */
export function cookieValues(request: FastifyRequest, name: string): string[] {
  const wanted = nameFor(request, name)
  return (request.headers.cookie ?? '').split(';').flatMap((one) => {
    const [key, value = ''] = one.trim().split('=')
    return key === wanted ? value : []
  })
}

interface Cookie {
  name: string
  value: string
  /** 0 deletes the cookie. */
  seconds: number
  sameSite: 'Strict' | 'Lax'
}

/** Sets a cookie that scripts cannot read. Without TLS the browser sends it only to the sign-in paths. */
export function keepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, seconds, sameSite }: Cookie,
): void {
  const scope = request.protocol === 'https' ? 'Path=/; Secure' : `Path=${API_BASE}/auth`
  reply.header(
    'set-cookie',
    `${nameFor(request, name)}=${value}; ${scope}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}`,
  )
}

/**
 * Returns the cookie name. With TLS it has the prefix `__Host-`, so that no other host can set it, not even a
 * subdomain.
 */
function nameFor({ protocol }: FastifyRequest, name: string): string {
  return protocol === 'https' ? `__Host-${name}` : name
}
