import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns a record's version as its entity tag. */
export const etag = (version: number) => `"${version}"`

/** Returns the entity tag of a response, from its content. */
export const tagOf = (body: string) => `"${hash('sha1', body, 'base64url')}"`

/** An onSend hook that sets the entity tag of a response, and responds with 304 to a client that already has it. */
export function unlessUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const isWhole = reply.statusCode === 200 && typeof payload === 'string'
  const tag = isWhole ? (reply.getHeader('etag') ?? tagOf(payload)) : undefined
  if (tag !== undefined) reply.header('etag', tag)
  const known = request.headers['if-none-match']?.split(',') ?? []
  const isKnown = known.some((one) => one.trim().replace(/^W\//, '') === tag)
  if (isKnown) reply.code(304).removeHeader('content-type')
  done(null, isKnown ? '' : payload)
}

/**
 * Returns the versions that an If-Match header accepts. Undefined accepts all: there is no header, or it is '*'. A tag
 * of another form accepts none.
 */
export function expectedVersions(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').flatMap((tag) => {
    const [, quoted, plain] = /^(?:(?:W\/)?"(\d+)"|(\d+))$/.exec(tag.trim()) ?? []
    const digits = quoted ?? plain
    return digits === undefined ? [] : [Number(digits)]
  })
}
