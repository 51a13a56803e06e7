import axios, { type AxiosRequestConfig, type AxiosResponse, isAxiosError } from 'axios'
import { type ErrorAnswer, readError } from '#admin/providers/adapters/read-error.ts'
import { CHANGE_HEADER, KEY_HEADER } from '#contract/api.ts'
import { CONFIRM_RULE } from '#contract/auth.ts'
import { isObject } from '#model/paths.ts'
import type { FieldErrors } from '#model/words.ts'
import { API_URL } from '../http/backend.ts'
import { confirmed } from '../http/confirm.ts'
import { credentialsNow, expire, hasChanges, reportForbidden } from '../http/session.ts'

declare module 'axios' {
  interface AxiosRequestConfig {
    /** State of a call from its start to its end, including its retry. */
    course?:
      | { generation: number; deadline: number; wasOffline: boolean; isSecond: boolean }
      | undefined
  }
}

/** One call of the API. The path is relative to the API's base and never comes from the address bar. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean> | undefined
  body?: unknown
  version?: number | undefined
  /** Idempotency key of a write (`newKey`): the server applies it once, however often it is sent. */
  key?: string | undefined
  signal?: AbortSignal | undefined
  token?: string
  limit?: number
  /** Completes the request even if the page is left. */
  keepalive?: boolean
}

/** Outcome of a failed call: the server refused it, it was never sent, or the result is unknown. */
type Outcome = 'refused' | 'unsent' | 'unknown'

interface Failure {
  outcome?: Outcome
  isLost?: boolean
}

/**
 * An error of a call, in the shape that Refine expects. The message is the server's, or ''. `errors` has messages
 * by form field. After a 412, `current` is the stored record, and `changed` its author and time.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly errors: FieldErrors
  /** For a 403: the rule that refused. */
  readonly rule: string | undefined
  readonly current: ErrorAnswer['current']
  readonly changed: ErrorAnswer['changed']
  readonly outcome: Outcome
  /** The connection broke before any answer and within the time limit: a read may be retried. */
  readonly isLost: boolean

  constructor(statusCode: number, answer: Partial<ErrorAnswer> & Failure = {}) {
    super(answer.message ?? '')
    this.statusCode = statusCode
    this.errors = answer.fields ?? {}
    this.rule = answer.rule
    this.current = answer.current
    this.changed = answer.changed
    this.outcome = answer.outcome ?? (statusCode === 0 ? 'unknown' : 'refused')
    this.isLost = answer.isLost ?? false
  }
}

export function isStatus(error: unknown, status: number): boolean {
  return isObject(error) && error.statusCode === status
}

export function outcomeOf(error: unknown): Outcome {
  const outcome = isObject(error) ? error.outcome : undefined
  return outcome === 'unsent' || outcome === 'unknown' ? outcome : 'refused'
}

/** Time limit (ms) of a read. */
export const READ_LIMIT = 30_000
/** Time limit of a write (ms). Long, so that a write is rarely cut off with an unknown result. */
const WRITE_LIMIT = 120_000
/** Statuses after which the write may still have been made, unless the server's own message says otherwise. */
const LOST_ANSWERS: readonly number[] = [502, 504]
/** Pause (ms) before a write is retried: an interruption is rarely over at once. */
const WRITE_PAUSE = 1000
/** Refusals of a retry that do not tell whether the first attempt was made. */
const SAYS_NOTHING: readonly number[] = [401, 403, 408, 429]

export const http = axios.create({
  baseURL: API_URL,
  // An address stored in a record must never receive our token (CVE-2025-27152).
  allowAbsoluteUrls: false,
  // fetch lets a request outlive the page, and its time limit is a timer that tests can fake.
  adapter: 'fetch',
  // No cookies are used; skips reading them at each call.
  withXSRFToken: false,
  // axios would keep its first reference to fetch, which tests replace.
  env: { fetch: (input, init) => fetch(input, init) },
  headers: { Accept: 'application/json' },
  responseType: 'json',
  // Broken JSON is a failure, not a text.
  transitional: { silentJSONParsing: false },
})

// Every call carries the session's token, and is remembered as a call of that session.
http.interceptors.request.use(
  (config) => {
    if (config.course?.isSecond) return config
    const { token, generation } = credentialsNow()
    if (token !== null) config.headers.set('Authorization', `Bearer ${token}`, false)
    // axios would give a write without a body the content type of a form.
    if (config.data === undefined) config.headers.setContentType(false)
    const timeout = config.timeout || limitOf(config)
    const deadline = timeout === 0 ? Number.POSITIVE_INFINITY : Date.now() + timeout
    const course = { generation, deadline, wasOffline: isOffline(), isSecond: false }
    return Object.assign(config, { timeout, course })
  },
  undefined,
  { synchronous: true },
)

// A 401 ends the session of its call, and `sign-in/guard.ts` shows the sign-in page. A write with a lost answer
// is retried once if it has a key; TanStack Query retries reads. A call that needs a fresh confirmation is
// repeated after it, with the same key.
http.interceptors.response.use(undefined, async (error: unknown) => {
  if (!isAxiosError(error) || !error.config?.course) throw new HttpError(0)
  const { config, code, response } = error
  const { course = error.config.course } = config
  if (response?.status === 401) expire(course.generation)
  const isKeyed = config.headers.has(KEY_HEADER)
  const hasEnded = ['ETIMEDOUT', 'ECONNABORTED', 'ERR_CANCELED'].includes(code ?? '')
  const failed = response
    ? await answered(response, isKeyed && course.isSecond)
    : new HttpError(0, {
        outcome: course.wasOffline && isOffline() ? 'unsent' : 'unknown',
        isLost: !hasEnded,
      })
  if (!(failed instanceof HttpError)) return failed
  if (failed.statusCode === 403) {
    if (failed.rule !== CONFIRM_RULE) reportForbidden(course.generation, failed.rule)
    else if (await confirmed()) return http.request({ ...config, course: undefined })
  }
  if (!isKeyed || failed.outcome !== 'unknown' || hasEnded || course.isSecond) throw failed
  await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE))
  const left = course.deadline - Date.now()
  if (left <= 0) throw failed
  return http.request({
    ...config,
    timeout: Number.isFinite(left) ? left : 0,
    course: { ...course, isSecond: true },
  })
})

/** Converts a response that axios rejected. An empty success remains a response; all others become an HttpError. */
async function answered(
  response: AxiosResponse<unknown>,
  hadFirst: boolean,
): Promise<AxiosResponse<unknown> | HttpError> {
  const { status, data } = response
  const body = data instanceof Blob ? await readFile(data) : data
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && typeof body === 'string' && body.trim() === '') return { ...response, data: '' }
  if (isSuccess) return new HttpError(status)
  const error = readError(body)
  const isProxys = LOST_ANSWERS.includes(status) && !(isObject(body) && error.message)
  const isUnknown = isProxys || (hadFirst && (status >= 500 || SAYS_NOTHING.includes(status)))
  return new HttpError(status, { ...error, ...(isUnknown && { outcome: 'unknown' }) })
}

/** Makes one call. Returns the parsed body, undefined if it is empty. Throws HttpError. */
export async function send(call: Call): Promise<unknown> {
  const { data } = await http.request<unknown>(configOf(call))
  return data === '' ? undefined : data
}

/** Returns an answer of our own server. Throws an HttpError if one of the lists is missing. */
export function answerOf<T extends object>(body: unknown, ...lists: (keyof T & string)[]): T {
  if (isObject(body) && lists.every((key) => Array.isArray(body[key]))) return body as T
  throw new HttpError(200)
}

export interface Answer {
  body: unknown
  changeId?: string
}

/** Makes a write. Throws HttpError. On servers that support keys it carries one, so it may be sent twice. */
export async function write({ key = newKey(), ...call }: Call): Promise<Answer> {
  const config = configOf(hasChanges() ? { ...call, key } : call)
  const { data, headers } = await http.request<unknown>(config)
  const changeId: unknown = headers[CHANGE_HEADER]
  return {
    body: data === '' ? undefined : data,
    ...(typeof changeId === 'string' && changeId !== '' && { changeId }),
  }
}

/** Returns a unique key. Not randomUUID, which pages without https lack. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function configOf(call: Call): AxiosRequestConfig {
  const { method, path, query, body, version, key, token, limit, keepalive, signal } = call
  return {
    method,
    url: path,
    params: query,
    data: body,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
      ...(key !== undefined && { [KEY_HEADER]: key }),
    },
    ...(limit !== undefined && { timeout: limit }),
    ...(keepalive && { fetchOptions: { keepalive } }),
    ...(signal && { signal }),
  }
}

function limitOf({ method, responseType }: AxiosRequestConfig): number {
  if (responseType === 'blob') return 0
  return method === 'get' ? READ_LIMIT : WRITE_LIMIT
}

/** Returns whether the device is offline. Being online does not mean that the server can be reached. */
function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** Reads the error of a download, which arrives as a file. */
async function readFile(file: Blob): Promise<unknown> {
  const text = await file.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
