import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Config } from '#server/config.ts'
import type { DatabaseFacts } from '#server/db/examine.ts'
import { networkTest } from '#server/http/networks.ts'

/** Where this process runs, as far as it can be seen from within. */
export interface ContainerPlace {
  isContainer: boolean
  /** The networks that it stands in, like `172.18.0.3/16`. */
  networks: readonly string[]
}

/** By which Docker and Podman mark what they run. */
const MARKS = ['/.dockerenv', '/run/.containerenv']
const isOfNobody = networkTest(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'])

export function containerPlace(): ContainerPlace {
  const networks = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ cidr, internal }) => (cidr === null || internal ? [] : [cidr]))
  return { isContainer: MARKS.some((path) => existsSync(path)), networks }
}

/**
 * Whether server and database are containers of one network, as compose makes them: a bare name like `db`, at a private
 * address of a network that this container itself stands in. On a machine proper the same may be the office's network.
 */
export function isAmongContainers(
  { address }: Pick<DatabaseFacts, 'address'>,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { isContainer, networks }: ContainerPlace,
): boolean {
  if (!isContainer || address === null || databaseUrl === undefined) return false
  const isBareName = /^[a-z][\w-]*$/i.test(new URL(databaseUrl).hostname)
  return isBareName && isOfNobody(address) && networkTest(networks)(address)
}
