import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { networkTest } from './networks.ts'

type Place = Pick<Config, 'host' | 'trustProxy' | 'publicUrl'>

/** What is wrong with how this server stands in the network, in words for the operator. */
export interface Exposure {
  /** All that is known by now, the same words each time. */
  warnings(): readonly string[]
  /** Looks at a request; gives a warning that was not known before. */
  notice(request: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined
}

/** Those with which proxies tell of the client. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Whether a proxy says that it passes this request on. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined)
}

const isLoopbackAddress = networkTest(['127.0.0.0/8', '::1'])

/** Whether browsers reach this server by TLS, as far as its configuration tells. */
export function isBehindTls({ trustProxy, publicUrl }: Omit<Place, 'host'>): boolean {
  return trustProxy !== false || publicUrl?.startsWith('https:') === true
}

/** Watches what the configuration and the requests give away (EDGE-02). */
export function createExposure(place: Place): Exposure {
  const known = isInClear(place) ? [inClear(place.host)] : []
  let isNoticed = place.trustProxy !== false
  return {
    warnings: () => known,
    notice({ headers, socket }) {
      if (isNoticed || !isForwarded({ headers })) return undefined
      isNoticed = true
      const warning = unknownProxy(socket.remoteAddress ?? 'an unknown address')
      known.push(warning)
      return warning
    },
  }
}

function isInClear(place: Place): boolean {
  return !isLoopback(place.host) && !isBehindTls(place)
}

function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? host === 'localhost' : isLoopbackAddress(host)
}

function inClear(host: string): string {
  return `Passwords and tokens cross the network in clear: HOST is ${host}, and nothing says that TLS stands in front. Put a proxy with TLS there, and set TRUST_PROXY to its address and PUBLIC_URL to its https:// address.`
}

function unknownProxy(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  return `Requests come through a proxy at ${plain}, but TRUST_PROXY is off: all visitors count as one address, so that a few wrong passwords of one lock everybody out. If that proxy is yours, set TRUST_PROXY=${plain}.`
}
