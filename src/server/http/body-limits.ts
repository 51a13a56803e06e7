import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { BARE_HEADERS } from './headers.ts'
import { invalid, unsupportedMediaType } from './refusal.ts'

/** The most bytes of a body, and therefore of a stored text. */
export const LONGEST_BODY = 1_048_576
/** The most values in a JSON body. A batch of 1,000 events has 8,000. A megabyte could hold 350,000 `{}`. */
export const MOST_VALUES = 20_000
/** The most keys of one object. Each copy of a large object costs as much as parsing it. */
export const MOST_KEYS = 1000
/** The most levels of nesting. The deepest stored value, the configuration of a widget, has 20. */
export const DEEPEST = 64

/** Accepts JSON as the only kind of body. An announced but empty body counts as none. */
export function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body)
    const excess = excessIn(json)
    if (excess !== undefined) done(invalid(excess))
    else if (json === '') done(null, undefined)
    else void parse(request, json, done)
  })
}

/** Refuses bodies that are not UTF-8, because their texts would be garbled. */
export const refuseOtherCharsets: onRequestHookHandler = ({ headers, method }, _reply, next) => {
  const type = headers['content-type'] ?? ''
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type) ?? []
  const isRead = method === 'GET' || method === 'HEAD'
  next(isRead || /^(utf-?8|us-ascii)$/i.test(charset) ? undefined : unsupportedMediaType('UTF-8'))
}

/**
 * Returns the error of a JSON body that exceeds a limit, or undefined. Runs in one pass before parsing, because parsing
 * and validation cost depends on the number and nesting of values more than on bytes. Leaves invalid JSON to the
 * parser.
 */
function excessIn(json: string): string | undefined {
  let values = 1
  /** The number of keys of each open object. Lists and the body itself start at -Infinity and never reach the limit. */
  const keys = [Number.NEGATIVE_INFINITY]
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === '"') {
      at += 1
      while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
    } else if (sign === '}' || sign === ']') keys.pop()
    else if (sign === ',' || sign === '{' || sign === '[') {
      const inObject = sign === '{' ? 1 : Number.NEGATIVE_INFINITY
      values += 1
      keys.push(sign === ',' ? (keys.pop() ?? 0) + 1 : inObject)
      if ((keys.at(-1) ?? 0) > MOST_KEYS)
        return `An object in the body has more than ${MOST_KEYS.toLocaleString('en')} keys.`
      if (keys.length > DEEPEST + 1) return `The body is nested deeper than ${DEEPEST} levels.`
      if (values > MOST_VALUES)
        return `The body has more than ${MOST_VALUES.toLocaleString('en')} values.`
    }
  }
  return undefined
}

/** The time in which a request must arrive. */
const WHOLE_MS = 30_000
/** The least bytes of a file in each such time: half a kilobyte a second. */
const LEAST_BYTES = 16 * 1024
/** Requests whose body is a file. */
const files = new WeakSet<IncomingMessage>()

/** Removes the time limit of a body that keeps arriving. */
export function mayTakeLong(request: IncomingMessage): void {
  files.add(request)
}

/**
 * Closes the connection of a request whose body arrives too slowly. Node's own limit is off because it cannot
 * distinguish such a request from a large file on a slow connection.
 */
export function awaitBody(request: IncomingMessage): void {
  const { socket, headers } = request
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  // An injected request has no socket.
  if (!(hasBody && socket instanceof Socket)) return
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seen
    seen += arrived
    // Bytes that arrived but were not read yet are a delay of the server, not of the client.
    if (files.has(request) && (arrived >= LEAST_BYTES || request.readableLength > 0)) return
    stop()
    const error = new Error('The body arrived too slowly.')
    answerUnread(Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  }, WHOLE_MS)
  const stop = () => clearInterval(timer)
  timer.unref()
  request.once('end', stop).once('close', stop)
}

/** The responses by error code of Node's HTTP parser. */
const UNREAD = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The headers are too long.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request took too long to arrive.']],
])
const NO_HTTP = ['400 Bad Request', 'The request is malformed.']

/** Responds to a request that Node could not parse, in the shape of all errors, and closes the connection. */
export function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const [status, message] = UNREAD.get(error.code ?? '') ?? NO_HTTP
    const json = JSON.stringify({ error: { code: 'invalid', message } })
    const headers = {
      ...BARE_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(json),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${json}`)
  }
  socket.destroy(error)
}
