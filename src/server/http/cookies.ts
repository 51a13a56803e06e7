import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'

/** The values that the browser sent of one of our cookies. */
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

/** Sets a cookie that no script can read. Without TLS the browser sends it only to the paths of signing in. */
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

/** With the prefix `__Host-`, no other host can set the cookie, not even a subdomain. It needs TLS. */
function nameFor({ protocol }: FastifyRequest, name: string): string {
  return protocol === 'https' ? `__Host-${name}` : name
}
