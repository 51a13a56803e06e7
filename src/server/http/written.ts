import type { FastifyReply } from 'fastify'
import { tagOf } from './versions.ts'

/**
 * Writes an answer once for a seal: whatever has the same seal says the very same. Who may have it is decided before,
 * at each request.
 */
export function createWritten() {
  const known = new WeakMap<object, { body: string; tag: string }>()
  return async (
    reply: FastifyReply,
    seal: object,
    make: () => Promise<unknown>,
  ): Promise<FastifyReply> => {
    let one = known.get(seal)
    if (!one) {
      const body = String(reply.serialize(await make()))
      one = { body, tag: tagOf(body) }
      known.set(seal, one)
    }
    return reply.type('application/json; charset=utf-8').header('etag', one.tag).send(one.body)
  }
}
