import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValues, keepCookie } from '#server/http/cookies.ts'

const NAME = 'sign-on'
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The secret of a way to the provider, which this browser keeps. */
export function signOnSecret(request: FastifyRequest): string | undefined {
  return cookieValues(request, NAME).find((value) => SECRET.test(value))
}

/** Has the browser keep it. Lax: coming back from the provider is a link of another site. */
export function keepSignOnSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  seconds: number,
): void {
  keepCookie(request, reply, { name: NAME, value: secret, seconds, sameSite: 'Lax' })
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
