import axios, { type AxiosRequestConfig, type AxiosResponse, isAxiosError } from 'axios'
import { readError } from '#admin/wire/wire.ts'
import { isObject } from '#model/paths.ts'
import type { FieldErrors } from '#model/words.ts'
import { API_URL } from './backend.ts'
import { credentialsNow, expire } from './session.ts'
import { TIME_LIMIT } from './session-calls.ts'

/** One call of the API. The path stands below the API's base; nothing of it comes from an address bar. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean> | undefined
  body?: unknown
  /** The record's version that a write is based on, sent as If-Match. */
  version?: number | undefined
  signal?: AbortSignal | undefined
}

/** What became of a call that failed: it was refused, it never left this device, or nobody knows. */
export type Outcome = 'refused' | 'unsent' | 'unknown'

/**
 * A call that failed, in the shape Refine expects of errors.
 * The message is the server's own words and empty when it sent none, so that a screen can say its own.
 * `errors` puts messages at form fields; `current` holds the record as it stands now, after a 412.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly errors: FieldErrors
  readonly current: Record<string, unknown> | undefined
  readonly outcome: Outcome

  constructor(
    statusCode: number,
    {
      message = '',
      fields = {},
      current,
      outcome = statusCode === 0 ? 'unknown' : 'refused',
    }: {
      message?: string
      fields?: FieldErrors
      current?: Record<string, unknown>
      outcome?: Outcome
    } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.errors = fields
    this.current = current
    this.outcome = outcome
  }
}

const http = axios.create({
  baseURL: API_URL,
  // An address stored in a record must never receive our token (CVE-2025-27152).
  allowAbsoluteUrls: false,
  // Its time limit is a timer of the page, which a test's clock can turn forward.
  adapter: 'fetch',
  responseType: 'text',
  // axios hands over broken JSON as a text without a word; `readBody` below does not.
  transformResponse: (data: unknown) => data,
  validateStatus: () => true,
})

/** What a proxy answers when the server behind it does not. The server's own words beside it are an answer. */
const GATEWAY_FAILURES: readonly number[] = [502, 503, 504]

/** Writes are never cut short so early that nobody knows what became of them. */
const WRITE_LIMIT = 120_000

/**
 * Makes one call with the session's token (AUTH-08); gives the parsed body, undefined when it is empty.
 * A read without any answer is asked once more; a write never is (WIRE-03).
 * Throws HttpError; a 401 also ends the session it was asked for, once (AUTH-09).
 */
export async function send(call: Call): Promise<unknown> {
  const { token, generation } = credentialsNow()
  const { status, data } = await ask(call, token)
  return settle(status, data, generation)
}

/** A file on its way: what its answer's headers say, and its bytes as they come. */
export interface Incoming {
  header(name: string): string | undefined
  body: ReadableStream<Uint8Array>
}

/**
 * Begins to read a file with the session's token, whatever its length: only `signal` ends it, and a transfer
 * that breaks off makes the body fail. Throws as `send` does.
 */
export async function receive(call: Call): Promise<Incoming> {
  const { token, generation } = credentialsNow()
  const { status, data, headers } = await ask(call, token, { responseType: 'stream', timeout: 0 })
  if (!(data instanceof ReadableStream)) throw new HttpError(status)
  if (status < 200 || status > 299) {
    const text = await new Response(data).text().catch(() => '')
    settle(status, text, generation)
  }
  return {
    header: (name) => {
      const value: unknown = headers[name]
      return typeof value === 'string' ? value : undefined
    },
    body: data,
  }
}

function settle(status: number, data: unknown, generation: number): unknown {
  const body = readBody(data)
  if (status === 401) expire(generation)
  if (status < 200 || status > 299) {
    const error = readError(body.value)
    const isProxys = GATEWAY_FAILURES.includes(status) && !(isObject(body.value) && error.message)
    throw new HttpError(status, { ...error, ...(isProxys && { outcome: 'unknown' }) })
  }
  if (!body.ok) throw new HttpError(status)
  return body.value
}

async function ask(
  call: Call,
  token: string | null,
  as: Pick<AxiosRequestConfig, 'responseType' | 'timeout'> = {},
): Promise<AxiosResponse<unknown>> {
  const isRead = call.method === 'GET'
  const request = () =>
    http.request<unknown>({
      method: call.method,
      url: call.path,
      timeout: isRead ? TIME_LIMIT : WRITE_LIMIT,
      headers: {
        Accept: as.responseType === 'stream' ? '*/*' : 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(call.version !== undefined && { 'If-Match': `"${call.version}"` }),
      },
      ...(call.query && { params: call.query }),
      ...(call.body !== undefined && { data: JSON.stringify(call.body) }),
      ...(call.signal && { signal: call.signal }),
      ...as,
    })
  const wasOffline = isOffline()
  try {
    return await request().catch((error: unknown) => {
      if (isRead && isUnanswered(error)) return request()
      throw error
    })
  } catch {
    throw new HttpError(0, { outcome: wasOffline && isOffline() ? 'unsent' : 'unknown' })
  }
}

/** Nothing leaves this device. That it is online tells nothing of the way to the server. */
function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** No answer came, and neither our patience nor our interest had ended. */
function isUnanswered(error: unknown): boolean {
  return (
    isAxiosError(error) && !['ETIMEDOUT', 'ECONNABORTED', 'ERR_CANCELED'].includes(error.code ?? '')
  )
}

function readBody(data: unknown): { ok: boolean; value: unknown } {
  if (typeof data !== 'string' || data.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(data) }
  } catch {
    return { ok: false, value: data }
  }
}
