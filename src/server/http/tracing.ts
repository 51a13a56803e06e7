import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '#server/config.ts'
import { networkTest } from './networks.ts'

/** By which a request is found again, in answers and in the log. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** What a proxy in front calls its requests; anything else gets an id of ours. */
const GIVEN_ID = /^[A-Za-z0-9_-]{1,64}$/
/** W3C Trace Context: version, trace, span, flags. Later versions may add to it. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[!-~]{0,100})?$/
/** As long as everybody has to pass on, in characters that may stand there. */
const TRACESTATE = /^[ -~]{1,512}$/

/** Options of the server by which each request has an id, and lines of the log its trace. */
export const tracingOptions = (trustProxy: Config['trustProxy']) =>
  ({
    requestIdHeader: false,
    genReqId: createRequestIds(trustProxy),
    childLoggerFactory: (logger, bindings, options, { headers }) => {
      const trace = traceOf(headers)
      return logger.child(trace === undefined ? bindings : { ...bindings, trace }, options)
    },
  }) satisfies FastifyServerOptions

/** Names request and trace in each answer, as they came. */
export function registerTracing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    nameRequest(request, reply)
    done()
  })
}

/** The same for answers that are given before any hook runs. */
export function nameRequest({ id, headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID_HEADER, id)
  if (traceOf(headers) === undefined) return
  reply.header('traceparent', headers.traceparent)
  const { tracestate } = headers
  if (typeof tracestate === 'string' && TRACESTATE.test(tracestate))
    reply.header('tracestate', tracestate)
}

function traceOf({ traceparent }: IncomingMessage['headers']): string | undefined {
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined
}

/**
 * Ids that differ between processes and starts, without the cost of randomness for each request. Taken from the proxies
 * that the server knows alone: by another's id a visitor could hide among the lines of the log, or in somebody else's.
 */
function createRequestIds(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isProxy = networkTest(Array.isArray(trustProxy) ? trustProxy : [])
  const boot = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER]
    if (typeof given === 'string' && GIVEN_ID.test(given) && isProxy(socket.remoteAddress ?? ''))
      return given
    count += 1
    return `${boot}-${count.toString(36)}`
  }
}
