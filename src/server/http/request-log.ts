import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { UNSUBSCRIBE_PATH } from '#contract/forms.ts'
import type { Config } from '#server/config.ts'
import { networkTest } from './proxy-warnings.ts'

/** The header with the id of a request in the log. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** W3C Trace Context: version, trace, span, flags. Later versions may append to it. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[!-~]{0,100})?$/
/** The standard requires 512 characters to be passed on. */
const TRACESTATE = /^[ -~]{1,512}$/

/**
 * Returns server options that give each request an id, and its log lines the trace. Ids differ between processes and
 * starts. Only proxies that TRUST_PROXY names can set the id: otherwise a visitor could hide in the log behind the id
 * of another request.
 */
export function tracingOptions(trustProxy: Config['trustProxy']) {
  const isProxy = networkTest(trustProxy || [])
  const boot = randomBytes(4).toString('hex')
  let count = 0
  return {
    requestIdHeader: false,
    genReqId({ headers, socket }) {
      const given = String(headers[REQUEST_ID_HEADER])
      const isGiven = headers[REQUEST_ID_HEADER] && /^[A-Za-z0-9_-]{1,64}$/.test(given)
      if (isGiven && isProxy(socket.remoteAddress ?? '')) return given
      count += 1
      return `${boot}-${count.toString(36)}`
    },
    childLoggerFactory(logger, bindings, options, { headers }) {
      const trace = traceOf(headers)
      return logger.child(trace === undefined ? bindings : { ...bindings, trace }, options)
    },
  } satisfies FastifyServerOptions
}

/** Sends the request's id and trace back. */
export function nameRequest({ id, headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID_HEADER, id)
  if (traceOf(headers) === undefined) return
  reply.header('traceparent', headers.traceparent)
  const tracestate = String(headers.tracestate ?? '')
  if (TRACESTATE.test(tracestate)) reply.header('tracestate', tracestate)
}

const traceOf = ({ traceparent }: IncomingMessage['headers']): string | undefined =>
  TRACEPARENT.exec(String(traceparent))?.[1]

/** Logs a line for each response: at any log level if `isOn` (ACCESS_LOG), otherwise at debug level. */
export function registerAccessLog(app: FastifyInstance, isOn: boolean): void {
  const isDebug = ['debug', 'trace'].includes(app.log.level)
  if (!isOn && !isDebug) return
  const level = isDebug ? 'debug' : 'info'
  /** Bytes that a connection had sent before a request. */
  const sentBefore = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    sentBefore.set(request, request.raw.socket.bytesWritten)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip, owner, is404, routeOptions } = request
    // The request's own logger may have a level that hides the line.
    const log = isOn ? request.log.child({}, { level }) : request.log
    const line = {
      method,
      path: loggedPath(url),
      ...(!is404 && { route: routeOptions.url }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      bytes: request.raw.socket.bytesWritten - (sentBefore.get(request) ?? 0),
      address: ip,
      user: owner?.id ?? null,
    }
    log[level](line, 'answered')
    done()
  })
}

const SECRET = `${API_BASE}${UNSUBSCRIBE_PATH}/`

/**
 * Returns a request's path for the log, without the query, which may contain names, and without the token of an
 * unsubscribe link.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.startsWith(SECRET) ? `${SECRET}…` : path
}
