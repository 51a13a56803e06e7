import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { ClientBase } from 'pg'
import type { Config } from '#server/config.ts'
import { networkTest } from './networks.ts'

type Place = Pick<Config, 'host' | 'trustProxy' | 'publicUrl'>

/** What is wrong with how this server stands in the network, in words for the operator. */
export interface Exposure {
  /** What is known at this moment. */
  warnings(): readonly string[]
  /** Looks at a request. Returns a warning for the log, at most once. */
  notice(request: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined
}

/** Those with which proxies tell of the client. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Whether a proxy says that it passes this request on. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined)
}

const LOOPBACK = ['127.0.0.0/8', '::1']
const isLoopbackAddress = networkTest(LOOPBACK)
/** A reverse proxy has one of these addresses; anybody on the internet can send the headers. */
const isNearby = networkTest([
  ...LOOPBACK,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
])
/** A proxy forwards every request. So many in a row from one address are no accident. */
const FORWARDED_IN_A_ROW = 20
const MAX_PEERS = 100

/** Whether browsers reach this server by TLS, as far as its configuration tells. */
export function isBehindTls({ trustProxy, publicUrl }: Omit<Place, 'host'>): boolean {
  return trustProxy !== false || publicUrl?.startsWith('https:') === true
}

/**
 * Watches the configuration and the requests for proxies that TRUST_PROXY does not name, and for passwords in clear.
 * A request of the same address without a forwarding header takes the warning back. `onProxies` takes the warnings of
 * proxies each time they change.
 */
export function createExposure(
  place: Place,
  onProxies: (warnings: readonly string[]) => void = () => undefined,
): Exposure {
  const inClearText = isInClear(place) ? [inClear(place.host)] : []
  const forwarded = new Map<string, number>()
  let isLogged = false
  const proxies = () =>
    [...forwarded]
      .filter(([, inARow]) => inARow >= FORWARDED_IN_A_ROW)
      .map(([peer]) => unknownProxy(peer))
  return {
    warnings: () => [...inClearText, ...proxies()],
    notice({ headers, socket }) {
      const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
      if (place.trustProxy !== false || !isNearby(peer)) return undefined
      if (!isForwarded({ headers })) {
        const wasProxy = (forwarded.get(peer) ?? 0) >= FORWARDED_IN_A_ROW
        forwarded.delete(peer)
        if (wasProxy) onProxies(proxies())
        return undefined
      }
      if (forwarded.size >= MAX_PEERS) forwarded.clear()
      const inARow = (forwarded.get(peer) ?? 0) + 1
      forwarded.set(peer, inARow)
      if (inARow === FORWARDED_IN_A_ROW) onProxies(proxies())
      if (isLogged || inARow < FORWARDED_IN_A_ROW) return undefined
      isLogged = true
      return unknownProxy(peer)
    },
  }
}

const MARK = 'unknown-proxies'

/** Stores the warnings of proxies, so that the doctor knows what a running server has seen. */
export async function noteProxies(
  client: Pick<ClientBase, 'query'>,
  warnings: readonly string[],
): Promise<void> {
  await client.query(
    `insert into marks (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [MARK, JSON.stringify(warnings)],
  )
}

/** The warnings of proxies that a running server stored last. */
export async function notedProxies(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ warning: string }>(
    'select jsonb_array_elements_text(value::jsonb) as warning from marks where name = $1',
    [MARK],
  )
  return rows.map(({ warning }) => warning)
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
  return `Requests come through a proxy at ${address}, but TRUST_PROXY is off: all visitors count as one address, so a few wrong passwords of one visitor lock everybody out. If that proxy is yours, set TRUST_PROXY=${address}.`
}
