// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unanswered } from '#admin/providers/http-client.ts'
import { Connection } from './Connection.tsx'

const probe = vi.fn<() => Promise<Response>>()
const read = vi.fn<() => Promise<string>>()
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const answered = (status: number) => () => Promise.resolve(new Response('', { status }))

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const say = () => screen.getByRole('status').textContent

/** A list on screen, whose read is then lost on its way. Gives what it shows. */
async function loseARead() {
  read.mockImplementation(lost)
  const client = new QueryClient()
  const list = renderHook(() => useQuery({ queryKey: ['list'], queryFn: read, retry: false }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        {children}
        <Connection />
      </QueryClientProvider>
    ),
  })
  await after(0)
  unanswered.set(unanswered.now() + 1)
  await after(0)
  return list.result
}

beforeEach(() => {
  vi.useFakeTimers()
  globalThis.fetch = probe
  unanswered.set(0)
  probe.mockReset()
  read.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('OPS-CONNECTION the server goes away and comes back: it is said, and what is on screen is read anew, once', async () => {
  probe.mockImplementation(lost)
  const list = await loseARead()
  expect(say()).toContain('The server cannot be reached. What you type is kept.')
  expect(list.current.isError).toBe(true)

  // Its proxy is there before it is.
  probe.mockImplementation(answered(502))
  await after(20_000)
  expect(say()).toContain('The server cannot be reached.')

  probe.mockImplementation(answered(200))
  read.mockReset().mockResolvedValue('24 missions')
  act(() => screen.getByRole('button', { name: 'Try now' }).click())
  await after(0)
  expect(say()).toBe('The server is back.')
  await after(1500)
  expect(list.current.data).toBe('24 missions')
  await after(60_000)
  expect([say(), read.mock.calls.length]).toEqual(['', 1])
})

test('OPS-07 a server without its database says so: it is said, and what is on screen is read anew when it is back', async () => {
  const unready = (rule: string) => () =>
    Promise.resolve(Response.json({ error: { code: 'unavailable', rule } }, { status: 503 }))
  probe.mockImplementation(unready('database'))
  const list = await loseARead()
  expect(say()).toContain('The server cannot reach its database. What you type is kept.')
  // It is started again, and comes up.
  probe.mockImplementation(lost)
  await after(20_000)
  expect(say()).toContain('The server cannot be reached.')
  probe.mockImplementation(unready('migrations'))
  await after(20_000)
  expect(say()).toContain('The server cannot be reached.')
  probe.mockImplementation(answered(200))
  read.mockReset().mockResolvedValue('24 missions')
  await after(20_000)
  expect([say(), list.current.data]).toEqual(['', '24 missions'])
})

test('one call of another backend that has no answer is no end of the connection', async () => {
  probe.mockImplementation(answered(404))
  await loseARead()
  await after(30_000)
  expect([say(), probe.mock.calls.length, read.mock.calls.length]).toEqual(['', 1, 1])
})

test('what the browser says of the network is looked after, and believed only then', async () => {
  probe.mockImplementation(answered(200))
  await loseARead()
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  await after(0)
  expect(say()).toBe('')
  probe.mockImplementation(lost)
  act(() => void dispatchEvent(new Event('offline')))
  await after(0)
  expect(say()).toContain('You are offline. What you type is kept.')
  // The connection comes back without a word of the browser.
  probe.mockImplementation(answered(200))
  await after(20_000)
  expect(say()).not.toContain('offline')
  offline.mockRestore()
  // Whoever reads in the next file of this worker would wait for it.
  act(() => void dispatchEvent(new Event('online')))
})
