import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { MARKER_DAYS } from '../store/devices.ts'

const NAME = 'sign-in-device'
/** Several people may sign in on one device, each with a marker of his own. */
const MOST_MARKERS = 4
const MARKER = /^[A-Za-z0-9_-]{43}$/
const PATH = `${API_BASE}/auth`

/** The markers by which the caller's device is known to accounts, the latest first. */
export function markersOf(request: FastifyRequest): string[] {
  const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim().split('='))
  // More than one where a browser keeps that of an older version as well.
  const values = cookies.flatMap(([name, value = '']) => (name === NAME ? value.split('.') : []))
  return [...new Set(values)].filter((one) => MARKER.test(one)).slice(0, MOST_MARKERS)
}

/**
 * Leaves a marker on the device, before those that it has. Scripts cannot read it, other sites cannot send it,
 * and it goes nowhere but to signing in. From a page of another origin the browser keeps none.
 */
export function leaveMarker(request: FastifyRequest, reply: FastifyReply, marker: string): void {
  const others = markersOf(request).filter((one) => one !== marker)
  const value = [marker, ...others].slice(0, MOST_MARKERS).join('.')
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const seconds = MARKER_DAYS * 86_400
  reply.header(
    'set-cookie',
    `${NAME}=${value}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}
