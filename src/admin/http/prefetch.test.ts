import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithPrefetch } from './prefetch.ts'

const LIST = 'http://localhost/api/v1/users?page=1&limit=10'
const network = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  network.mockReset().mockImplementation(async () => Response.json('of the network'))
})
afterEach(() => {
  globalThis.prefetched = undefined
  vi.unstubAllGlobals()
})

/** As the script in admin.html leaves it. */
function prefetch(answer: Promise<Response>, at = Date.now()): void {
  answer.catch(() => undefined)
  globalThis.prefetched = { token: 'abc', at, answers: new Map([[LIST, answer]]) }
}

function read(address = LIST, init: RequestInit = {}): Promise<Response> {
  return fetchWithPrefetch(
    new Request(address, { headers: { authorization: 'Bearer abc' }, ...init }),
  )
}

test('the first read takes over the prefetched answer, the second asks the server', async () => {
  prefetch(Promise.resolve(Response.json('prefetched')))
  const first = await read()
  expect(await first.json()).toBe('prefetched')
  expect(network).not.toHaveBeenCalled()
  expect(await (await read()).json()).toBe('of the network')
})

test('another address is asked for as usual, and the prefetched answer stays', async () => {
  prefetch(Promise.resolve(Response.json('prefetched')))
  expect(await (await read(`${LIST}&search=ada`)).json()).toBe('of the network')
  expect(globalThis.prefetched?.answers.size).toBe(1)
})

test('a failed prefetch fails the read, and the next one asks the server', async () => {
  prefetch(Promise.reject(new TypeError('Failed to fetch')))
  await expect(read()).rejects.toThrow('Failed to fetch')
  expect(await (await read()).json()).toBe('of the network')
})

test('an aborted read ends without the answer', async () => {
  prefetch(new Promise(() => undefined))
  const control = new AbortController()
  const answer = read(LIST, { signal: control.signal })
  control.abort()
  await expect(answer).rejects.toThrow('abort')
})

test.each([
  ['a write', { method: 'PUT' }],
  ['a call of another session', { headers: { authorization: 'Bearer other' } }],
])('%s discards what was prefetched', async (_, init) => {
  prefetch(Promise.resolve(Response.json('prefetched')))
  await read(LIST, init)
  expect(await (await read()).json()).toBe('of the network')
})

test('an answer older than 30 s is not used', async () => {
  prefetch(Promise.resolve(Response.json('prefetched')), Date.now() - 31_000)
  expect(await (await read()).json()).toBe('of the network')
})
