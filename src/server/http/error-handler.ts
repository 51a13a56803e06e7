import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Resource } from '#model/resource.ts'
import { type Fault, faultOf } from '#server/db/faults.ts'
import { databaseCode } from '#server/db/pool.ts'
import { throttled } from '#server/logger.ts'
import { uniqueIndexName } from '#server/records/shape.ts'
import { BusyError } from './gate.ts'
import { conflict, invalid, notFound, Refusal } from './refusal.ts'
import {
  bodyOf,
  brokenOff,
  internal,
  statusOf,
  storageFull,
  tooLarge,
  unavailable,
  unsupportedMediaType,
} from './refusals.ts'

/**
 * The one place where failures become answers (API-04): named refusals as they are, the database's
 * ordinary failures by meaning, everything else as a neutral 500 whose cause is only logged.
 * A route that answers otherwise than in JSON hands in how.
 */
export function createErrorHandler(
  registry: readonly Resource[],
  { send = sendJson }: { send?: Send } = {},
) {
  const translate = createTranslator(registry)
  const logOutage = createOutageLog()
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isBrokenOff(request)) return sendJson(brokenOff(), request, reply)
    const answer = forReaders(translate(error), request)
    if (statusOf(answer) === 500) request.log.error({ err: error }, answer.message)
    else if (statusOf(answer) > 500) logOutage(error, request, answer.message)
    if (answer.retryAfterSeconds) reply.header('retry-after', answer.retryAfterSeconds)
    reply.header('cache-control', 'no-store')
    return send(answer, request, reply)
  }
}

/**
 * Logs failures of a database that is away, a full disk and the like. Every request fails then, so it logs one line
 * a minute for each message, without a stack.
 */
function createOutageLog() {
  let log: FastifyRequest['log'] | undefined
  const write = throttled((line, message) => log?.error(line, message))
  return (error: unknown, request: FastifyRequest, message: string) => {
    log = request.server.log
    const reason = error instanceof Error ? error.message : String(error)
    write({ reqId: request.id, code: databaseCode(error), reason }, message)
  }
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** A request that only reads saves nothing: it met the full disk by chance, and may be repeated. */
function forReaders(answer: Refusal, { method }: FastifyRequest): Refusal {
  if (answer.error.code !== 'storage_full' || !READS.includes(method)) return answer
  const message = 'The storage of the server is full. It answers again when there is some space.'
  return new Refusal({ code: 'unavailable', message }, 2)
}

/** Whether the client went away before its body was whole: nobody is left to be answered, and nothing failed. */
function isBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

type Send = (
  answer: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

const sendJson: Send = (answer, _request, reply) =>
  reply.code(statusOf(answer)).send(bodyOf(answer))

/** Says in the registry's words what a failure means. */
export function createTranslator(registry: readonly Resource[]): (error: unknown) => Refusal {
  const taken = new Map(
    registry.flatMap((resource) =>
      resource.unique.map((rule) => [uniqueIndexName(resource, rule.path), rule] as const),
    ),
  )
  const fromFault = (fault: Fault): Refusal => {
    switch (fault.kind) {
      case 'taken': {
        const rule = taken.get(fault.index)
        if (!rule) return conflict('This already exists.')
        return conflict(rule.message, { [rule.path]: rule.message })
      }
      case 'bad-value':
        return invalid('A value cannot be stored or compared.')
      case 'full':
        return storageFull()
      case 'unavailable':
        return unavailable()
    }
  }
  return (error) => {
    const fault = faultOf(error)
    return fault ? fromFault(fault) : (known(error) ?? internal())
  }
}

/** Fastify's own refusals, by their documented codes, and those of this server. */
function known(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof BusyError) return unavailable()
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalid('The body is not valid JSON.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      // No id is that long.
      return notFound()
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid('The body is not as long as it was announced.')
    case 'FST_ERR_REP_RESPONSE_BODY':
      return undefined
    default:
      break
  }
  // A folder or a hidden file is refused by the file server; whether it exists is nobody's business.
  if (statusCode === 403 || statusCode === 404) return notFound()
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? invalid('The request cannot be understood.')
    : undefined
}
