import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'

/** By TLS no other host, a subdomain included, can plant a cookie of this prefix. It is for the whole host then. */
const PREFIX = '__Host-'
const PATH = `${API_BASE}/auth`

/** What the browser sends of a cookie of ours. */
export function cookieValues(request: FastifyRequest, name: string): string[] {
  const wanted = nameFor(request, name)
  return (request.headers.cookie ?? '').split(';').flatMap((one) => {
    const [key, value = ''] = one.trim().split('=')
    return key === wanted ? value : []
  })
}

/**
 * Has the browser keep a cookie where no script reads it. Without TLS it goes nowhere but to signing in, by TLS to
 * this host alone. Seconds of 0 take it away.
 */
export function keepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, seconds, sameSite }: Kept,
): void {
  const where = isSecure(request) ? 'Path=/; Secure' : `Path=${PATH}`
  reply.header(
    'set-cookie',
    `${nameFor(request, name)}=${value}; ${where}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}`,
  )
}

interface Kept {
  name: string
  value: string
  seconds: number
  sameSite: 'Strict' | 'Lax'
}

function nameFor(request: FastifyRequest, name: string): string {
  return isSecure(request) ? `${PREFIX}${name}` : name
}

function isSecure({ protocol }: FastifyRequest): boolean {
  return protocol === 'https'
}
