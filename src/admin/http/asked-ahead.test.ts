import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AskedAhead, addressOf, fetchOnce } from './asked-ahead.ts'

const LIST = 'http://localhost/api/v1/users?page=1&limit=10'
const network = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  network.mockReset().mockImplementation(async () => Response.json('of the network'))
})
afterEach(() => {
  globalThis.askedAhead = undefined
  vi.unstubAllGlobals()
})

/** As the first script leaves it. */
function asked(answer: Promise<Response>, more: Partial<AskedAhead> = {}): AskedAhead {
  const one = {
    address: addressOf(LIST),
    token: 'abc',
    at: Date.now(),
    stop: vi.fn(),
    answer,
    ...more,
  }
  answer.catch(() => undefined)
  globalThis.askedAhead = [one]
  return one
}

function read(address = LIST, init: RequestInit = {}): Promise<Response> {
  return fetchOnce(new Request(address, { headers: { authorization: 'Bearer abc' }, ...init }))
}

test('the first read has the answer that was asked for ahead, the second asks anew', async () => {
  asked(Promise.resolve(Response.json('asked ahead')))
  expect(await (await read('http://localhost/api/v1/users?limit=10&page=1')).json()).toBe(
    'asked ahead',
  )
  expect(network).not.toHaveBeenCalled()
  expect(await (await read()).json()).toBe('of the network')
})

test('what was not asked for goes its usual way, and leaves the rest', async () => {
  asked(Promise.resolve(Response.json('asked ahead')))
  expect(await (await read(`${LIST}&search=ada`)).json()).toBe('of the network')
  expect(globalThis.askedAhead).toHaveLength(1)
})

test('a failure is that of the read, and is asked for again like any', async () => {
  asked(Promise.reject(new TypeError('Failed to fetch')))
  await expect(read()).rejects.toThrow('Failed to fetch')
  expect(await (await read()).json()).toBe('of the network')
})

test('whoever gives up waiting ends the call', async () => {
  const one = asked(new Promise(() => undefined))
  const stop = new AbortController()
  const answer = read(LIST, { signal: stop.signal })
  stop.abort()
  await expect(answer).rejects.toThrow('abort')
  expect(one.stop).toHaveBeenCalled()
})

test.each([
  ['a write', { method: 'PUT' }],
  ['another session', { headers: { authorization: 'Bearer other' } }],
])('%s makes old what was asked ahead', async (_, init) => {
  const one = asked(Promise.resolve(Response.json('asked ahead')))
  await read(LIST, init)
  expect(one.stop).toHaveBeenCalled()
  expect(await (await read()).json()).toBe('of the network')
})

test('an answer that nobody took for long is not shown', async () => {
  asked(Promise.resolve(Response.json('asked ahead')), { at: Date.now() - 31_000 })
  expect(await (await read()).json()).toBe('of the network')
})
