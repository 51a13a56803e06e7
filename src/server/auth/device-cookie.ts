import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValues, keepCookie } from '#server/http/cookies.ts'
import { MARKER_DAYS } from './devices.ts'

const NAME = 'sign-in-device'
/** Several people may sign in on one device, each with a marker of his own. */
const MOST_MARKERS = 4
const MARKER = /^[A-Za-z0-9_-]{43}$/

/** The markers by which the caller's device is known to accounts, the latest first. */
export function markersOf(request: FastifyRequest): string[] {
  const values = cookieValues(request, NAME).flatMap((value) => value.split('.'))
  return [...new Set(values)].filter((one) => MARKER.test(one)).slice(0, MOST_MARKERS)
}

/** Leaves a marker on the device, before those that it has. From a page of another origin the browser keeps none. */
export function leaveMarker(request: FastifyRequest, reply: FastifyReply, marker: string): void {
  const others = markersOf(request).filter((one) => one !== marker)
  const value = [marker, ...others].slice(0, MOST_MARKERS).join('.')
  keepCookie(request, reply, {
    name: NAME,
    value,
    seconds: MARKER_DAYS * 86_400,
    sameSite: 'Strict',
  })
}
