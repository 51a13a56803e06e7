import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The version as an entity tag. */
export function etag(version: number): string {
  return `"${version}"`
}

/** A tag made from what an answer says. */
export function tagOf(body: string): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/**
 * Gives an answer a tag made from what it says, unless it has one, and answers 304 without a body to whoever has just
 * that already.
 */
export function unlessUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const isWhole = reply.statusCode === 200 && typeof payload === 'string'
  const tag = isWhole ? (reply.getHeader('etag') ?? tagOf(payload)) : undefined
  if (tag !== undefined) reply.header('etag', tag)
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? []
  const isKnown = known.some((one) => one.replace(/^W\//, '') === tag)
  if (isKnown) reply.code(304).removeHeader('content-type')
  done(null, isKnown ? '' : payload)
}

/**
 * The versions that an If-Match header lets pass. Undefined lets all pass: without the header, or with '*'.
 * A tag that is none of ours passes none.
 */
export function expectedVersions(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').flatMap((tag) => {
    const [, quoted, plain] = /^(?:(?:W\/)?"(\d+)"|(\d+))$/.exec(tag.trim()) ?? []
    const digits = quoted ?? plain
    return digits === undefined ? [] : [Number(digits)]
  })
}
