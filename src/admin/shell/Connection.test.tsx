// @vitest-environment jsdom
import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from './Connection.tsx'
import { HEALTH_KEY } from './health.ts'

const probe = vi.fn<() => Promise<Response>>()
const read = vi.fn<() => Promise<string>>()
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const answered = (status: number, body: object) => () =>
  Promise.resolve(Response.json(body, { status }))

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const say = () => screen.getByRole('status').textContent

/** A list on screen whose read is lost, as App.tsx notes it. */
async function loseARead() {
  read.mockImplementation(lost)
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const options = { queryKey: ['list'], queryFn: read, retry: false, refetchOnReconnect: true }
  const list = renderHook(() => useQuery(options), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        {children}
        <Connection />
      </QueryClientProvider>
    ),
  })
  await after(0)
  await act(() => client.invalidateQueries({ queryKey: HEALTH_KEY }))
  await after(0)
  return list.result
}

beforeEach(() => {
  vi.useFakeTimers()
  globalThis.fetch = probe
  probe.mockReset()
  read.mockReset()
})
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

test('a server or database that is away is reported; when it is back, what failed is read again, once', async () => {
  probe.mockImplementation(lost)
  const list = await loseARead()
  expect(say()).toContain('The server cannot be reached. What you type is kept.')
  probe.mockImplementation(answered(503, { error: { code: 'unavailable', rule: 'database' } }))
  await after(20_000)
  expect(say()).toContain('The server cannot reach its database.')

  probe.mockImplementation(answered(200, {}))
  read.mockReset().mockResolvedValue('24 missions')
  act(() => screen.getByRole('button', { name: 'Try now' }).click())
  await after(0)
  await after(60_000)
  expect([say(), list.current.data, read.mock.calls.length]).toEqual(['', '24 missions', 1])
})

test('one lost call of a server that answers says nothing', async () => {
  probe.mockImplementation(answered(404, {}))
  await loseARead()
  expect(say()).toBe('')
  await after(30_000)
  expect([say(), probe.mock.calls.length]).toEqual(['', 1])
})
