import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/**
 * Makes the judge of where a post was typed: on a page of this site, or of an origin that may call the API. A post
 * without a word of it was sent by no browser of today, and takes what all take.
 */
export function createOriginCheck({
  publicUrl,
  corsOrigins,
}: Pick<Config, 'publicUrl' | 'corsOrigins'>) {
  const ours = new Set([...corsOrigins, ...(publicUrl ? [publicUrl] : [])])
  return ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean => {
    const { origin, 'sec-fetch-site': site } = headers
    if (origin !== undefined && ours.has(origin)) return true
    // A proxy may change the host that we see, and nothing changes this.
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    return origin === undefined || hostOf(origin) === host.toLowerCase()
  }
}

/** Undefined for `null`, which browsers send of pages that shall not be known. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
