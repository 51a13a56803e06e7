import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { ClientBase } from 'pg'
import type { Config } from '#server/config.ts'

/** Returns a test for addresses that equal one of the given ones or lie in one of the networks (`10.0.0.0/8`). */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const one of networks) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (given) => {
    const address = unmapped(given)
    return isIP(address) !== 0 && list.check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A socket for both kinds of address writes IPv4 as `::ffff:10.0.0.1`. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns whether a header of a proxy marks the request as forwarded. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return ['x-forwarded-for', 'forwarded', 'x-real-ip'].some((name) => headers[name] !== undefined)
}

/** Returns whether browsers reach this server over TLS, by its configuration. */
export const isBehindTls = ({ trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>) =>
  trustProxy !== false || publicUrl?.startsWith('https:') === true

const LOOPBACK = ['127.0.0.0/8', '::1']
const isLoopback = networkTest(LOOPBACK)
/**
 * The addresses that a reverse proxy can have. Headers from elsewhere prove nothing, because any client can send them.
 */
const isNearby = networkTest([
  ...LOOPBACK,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
])
/** A proxy forwards every request, so this many in a row from one address reveal one. */
const FORWARDED_IN_A_ROW = 20
const MAX_PEERS = 100

/**
 * Detects proxies that TRUST_PROXY does not name, and passwords in clear text. A request from the same address without
 * a forwarding header removes a warning. `onProxies` receives the warnings about proxies after each change.
 */
export function createProxyWarnings(
  { host, ...config }: Pick<Config, 'host' | 'trustProxy' | 'publicUrl'>,
  onProxies: (warnings: readonly string[]) => void = () => undefined,
) {
  const isLocal = isIP(host) === 0 ? host === 'localhost' : isLoopback(host)
  const inClear = `Passwords and tokens are sent unencrypted: HOST is ${host}, and no TLS is configured. Put a TLS proxy in front, and set TRUST_PROXY to its address and PUBLIC_URL to its https:// address.`
  const clearText = isLocal || isBehindTls(config) ? [] : [inClear]
  const inARow = new Map<string, number>()
  let isLogged = false
  const proxies = () =>
    [...inARow].flatMap(([address, count]) =>
      count < FORWARDED_IN_A_ROW
        ? []
        : `Requests come through a proxy at ${address}, but TRUST_PROXY is off. All visitors count as one address, so a few wrong passwords lock out everyone. If the proxy is yours, set TRUST_PROXY=${address}.`,
    )
  return {
    /** Returns all current warnings. */
    warnings: (): readonly string[] => [...clearText, ...proxies()],
    /** Checks a request. Returns a warning for the log, at most once. */
    notice({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined {
      const peer = unmapped(socket.remoteAddress ?? '')
      if (config.trustProxy !== false || !isNearby(peer)) return undefined
      const before = proxies()
      const count = isForwarded({ headers }) ? (inARow.get(peer) ?? 0) + 1 : 0
      if (count > 0 && inARow.size >= MAX_PEERS) inARow.clear()
      if (count > 0) inARow.set(peer, count)
      else inARow.delete(peer)
      const after = proxies()
      if (after.length !== before.length) onProxies(after)
      if (isLogged || after.length <= before.length) return undefined
      isLogged = true
      return after[0]
    },
  }
}

const MARK = 'unknown-proxies'

/** Stores the warnings about proxies for the doctor. */
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

/** Reads the stored warnings about proxies. */
export async function notedProxies(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ warning: string }>(
    'select jsonb_array_elements_text(value::jsonb) as warning from marks where name = $1',
    [MARK],
  )
  return rows.map(({ warning }) => warning)
}
