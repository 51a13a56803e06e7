import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Resource } from '#model/resource.ts'
import { faultOf } from '#server/db/faults.ts'
import { databaseCode } from '#server/db/pool.ts'
import { throttled } from '#server/logger.ts'
import { uniqueIndexName } from '#server/records/shape.ts'
import { BusyError } from './gate.ts'
import {
  bodyOf,
  conflict,
  internal,
  invalid,
  notFound,
  Refusal,
  statusOf,
  storageFull,
  tooLarge,
  unavailable,
  unsupportedMediaType,
} from './refusal.ts'

type Send = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => unknown

const sendJson: Send = (refusal, _request, reply) =>
  reply.code(statusOf(refusal)).send(bodyOf(refusal))

/**
 * Creates the handler that converts every error into a response: a Refusal as it is, a database error by its meaning,
 * and anything else as a 500 whose cause is only logged. `send` replaces the response in JSON.
 */
export function createErrorHandler(registry: readonly Resource[], send: Send = sendJson) {
  const translate = createTranslator(registry)
  let log: FastifyRequest['log'] | undefined
  // During an outage every request fails.
  const logOutage = throttled((line, message) => log?.error(line, message))
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // The client disconnected before the body was complete. The response only counts in the statistics.
    if (request.raw.destroyed && !request.raw.complete)
      return sendJson(invalid('The request was aborted.'), request, reply)
    let refusal = translate(error)
    // A request that only reads saves nothing, so it may be retried when the disk is full.
    if (
      refusal.error.code === 'storage_full' &&
      ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    )
      refusal = unavailable('The storage of the server is full. Try again later.')
    const { message } = refusal
    if (statusOf(refusal) === 500) request.log.error({ err: error }, message)
    else if (statusOf(refusal) > 500) {
      log = request.server.log
      const reason = error instanceof Error ? error.message : String(error)
      logOutage({ reqId: request.id, code: databaseCode(error), reason }, message)
    }
    if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
    reply.header('cache-control', 'no-store')
    return send(refusal, request, reply)
  }
}

/** The meaning of Fastify's own error codes. */
const FASTIFY: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalid('The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    invalid('The length of the body does not match Content-Length.'),
  // No id is that long.
  FST_ERR_MAX_PARAM_LENGTH: notFound,
  FST_ERR_REP_RESPONSE_BODY: internal,
}

/** Returns a function that converts an error into a Refusal, with the names of the declarations. */
export function createTranslator(registry: readonly Resource[]): (error: unknown) => Refusal {
  const uniqueRules = new Map(
    registry.flatMap((resource) =>
      resource.unique.map((rule) => [uniqueIndexName(resource, rule.path), rule] as const),
    ),
  )
  return (error) => {
    if (error instanceof Refusal) return error
    if (error instanceof BusyError) return unavailable()
    const fault = faultOf(error)
    if (fault?.kind === 'taken') {
      const rule = uniqueRules.get(fault.index)
      return rule
        ? conflict(rule.message, { [rule.path]: rule.message })
        : conflict('This already exists.')
    }
    if (fault?.kind === 'bad-value') return invalid('A value cannot be stored or compared.')
    if (fault?.kind === 'full') return storageFull()
    if (fault?.kind === 'unavailable') return unavailable()
    const { code = '', statusCode = 500 } = Object(error) as { code?: string; statusCode?: number }
    const known = FASTIFY[code]
    if (known) return known()
    // The file server responds with 403 for folders and hidden files. A 404 does not reveal whether they exist.
    if (statusCode === 403 || statusCode === 404) return notFound()
    return statusCode >= 400 && statusCode < 500 ? invalid('The request is malformed.') : internal()
  }
}
