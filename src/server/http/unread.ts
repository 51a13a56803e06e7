import type { Socket } from 'node:net'
import type { ErrorBody } from '#contract/api.ts'
import { BARE_HEADERS } from './headers.ts'

/** What Node could not read, by the code of its parser; all else is simply no HTTP. */
const ANSWERS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}
const NO_HTTP = ['400 Bad Request', 'The request cannot be understood.'] as const

/** Answers what never became a request, in the shape of all refusals (API-04). */
export function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const [status, message] = ANSWERS[error.code ?? ''] ?? NO_HTTP
    const body: ErrorBody = { error: { code: 'invalid', message } }
    const json = JSON.stringify(body)
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
