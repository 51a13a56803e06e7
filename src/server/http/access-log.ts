import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { UNSUBSCRIBE_PATH } from '#contract/forms.ts'

/**
 * A line for each answer, without the query: searches hold names. Switched on (ACCESS_LOG) it is written
 * whatever the level of the log; otherwise at debug level.
 */
export function registerAccessLog(app: FastifyInstance, isOn: boolean): void {
  const isDebug = ['debug', 'trace'].includes(app.log.level)
  if (!isOn && !isDebug) return
  const level = isDebug ? 'debug' : 'info'
  app.addHook('onRequest', (request, _reply, done) => {
    request.sentBefore = request.raw.socket.bytesWritten
    done()
  })
  app.decorateRequest('sentBefore', 0)
  app.addHook('onResponse', (request, reply, done) => {
    // A logger of its own: that of the request may be told to keep quiet.
    const log = isOn ? request.log.child({}, { level }) : request.log
    log[level](lineOf(request, reply), 'answered')
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes that its connection had sent before it. */
    sentBefore: number
  }
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { method, url, ip, owner, is404, routeOptions } = request
  return {
    method,
    path: loggedPath(url),
    ...(!is404 && { route: routeOptions.url }),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    bytes: request.raw.socket.bytesWritten - request.sentBefore,
    address: ip,
    user: owner?.id ?? null,
  }
}

const SECRET = `${API_BASE}${UNSUBSCRIBE_PATH}/`

/** The path of a request for the log: without its query, and without the one token that stands in a path. */
export function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.startsWith(SECRET) ? `${SECRET}…` : path
}
