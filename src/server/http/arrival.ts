import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerUnread } from './unread.ts'

/** By then a request has to be here. */
const WHOLE_MS = 30_000
/** Of a file so much has to come in each such time: half a kilobyte a second, which the slowest line has. */
const LEAST_BYTES = 16 * 1024

/** Requests whose body is a file. */
const files = new WeakSet<IncomingMessage>()

/**
 * Ends requests whose body does not arrive: whoever sends one drop by drop may not hold a connection for ever. Node's own
 * limit knows no difference between that and a large file on a slow line, and stays off.
 */
export function registerArrival(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, next) => {
    awaitBody(raw)
    next()
  })
}

/** The body may come for as long as it goes on coming. */
export function mayTakeLong(request: IncomingMessage): void {
  files.add(request)
}

/** The same for a request that no hook sees. */
export function awaitBody(request: IncomingMessage): void {
  const { socket, headers } = request
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  // What a program makes up within this process comes over no line.
  if (!(hasBody && socket instanceof Socket)) return
  let seen = socket.bytesRead
  const look = setInterval(() => {
    const came = socket.bytesRead - seen
    seen += came
    // What has come and was not taken is ours to answer for, not the sender's.
    if (files.has(request) && (came >= LEAST_BYTES || request.readableLength > 0)) return
    stop()
    answerUnread(Object.assign(new Error('The body came too slowly.'), { code: LATE }), socket)
  }, WHOLE_MS)
  const stop = () => clearInterval(look)
  look.unref()
  request.once('end', stop).once('close', stop)
}

/** What Node says of a request that its own limit ends. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'
