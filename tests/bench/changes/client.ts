import { API_BASE, KEY_HEADER } from '#contract/api.ts'
import type { Applied, Plan } from '#contract/changes.ts'

/** What a bench asks a running product, as one admin. */
export interface Client {
  call<T>(method: string, path: string, body?: unknown, key?: string): Promise<Said<T>>
}

export interface Said<T> {
  status: number
  body: T
  headers: Headers
}

export function clientOf(url: string, token: string): Client {
  return {
    async call<T>(method: string, path: string, body?: unknown, key?: string) {
      const response = await fetch(`${url}${API_BASE}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { [KEY_HEADER]: key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        body: (text === '' ? {} : JSON.parse(text)) as T,
        headers: response.headers,
      }
    },
  }
}

/** What POST /changes is sent to do all that was planned. */
export interface Order {
  resource: string
  change: object
  ids: string[]
  digest: string
}

/** Plans one change of all records that a list's query leaves. */
export async function planAll(
  client: Client,
  resource: string,
  change: object,
  query: string,
): Promise<Order> {
  const { status, body } = await client.call<Plan>('POST', '/changes/plan', {
    ...{ resource, change, query },
  })
  if (status !== 200) throw new Error(`The plan answered ${status}: ${JSON.stringify(body)}`)
  const ids = body.items.map(({ id, version }) => `${id}@${version}`)
  return { resource, change, ids, digest: body.digest }
}

export function apply(client: Client, order: Order, key?: string): Promise<Said<Applied>> {
  return client.call<Applied>('POST', '/changes', order, key)
}
