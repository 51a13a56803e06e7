import { API_BASE, KEY_HEADER } from '#contract/api.ts'

/** The server that a request goes to, and who sends it. */
export interface Target {
  url(): string
  token: string
}

export interface Answer<Body> {
  status: number
  body: Body
  /** The version in the ETag; NaN without one. */
  version: number
}

export interface Sent {
  body?: unknown
  /** Sent as If-Match. */
  version?: number | undefined
  /** The Idempotency-Key. */
  key?: string | undefined
}

/** Sends one request to the API. Throws when the connection fails. */
export async function call<Body = Record<string, unknown>>(
  { url, token }: Target,
  method: string,
  path: string,
  { body, version, key }: Sent = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${url()}${API_BASE}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(key !== undefined && { [KEY_HEADER]: key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(300_000),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: (text === '' ? {} : JSON.parse(text)) as Body,
    version: Number(response.headers.get('etag')?.replaceAll('"', '') ?? Number.NaN),
  }
}

/** The body of a request that must succeed. */
export async function expectOk<Body>(
  target: Target,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Body> {
  const { status, body } = await call<Body>(target, method, path, sent)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return body
}
