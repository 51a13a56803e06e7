import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'

const NAME = 'sign-on'
const PATH = `${API_BASE}/auth`
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The secret of a way to the provider, which this browser keeps. */
export function signOnSecret({ headers }: FastifyRequest): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((one) => one.trim().split('='))
  const [, value = ''] = cookies.find(([name]) => name === NAME) ?? []
  return SECRET.test(value) ? value : undefined
}

/**
 * Has the browser keep it, where no script reads it. Lax: coming back from the provider is a link of another site.
 * Seconds of 0 take it away.
 */
export function keepSignOnSecret(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  seconds: number,
): void {
  const secure = protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${NAME}=${secret}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** What is kept with a ticket, by which it opens in this browser alone. */
export function browserOf(secret: string): string {
  return createHash('sha256').update(`browser ${secret}`).digest('base64url')
}

/** Whether the ticket was made for the browser that shows it. */
export function isOfBrowser(request: FastifyRequest, browser: unknown): boolean {
  const secret = signOnSecret(request)
  if (secret === undefined || typeof browser !== 'string') return false
  const [here, there] = [Buffer.from(browserOf(secret)), Buffer.from(browser)]
  return here.length === there.length && timingSafeEqual(here, there)
}
