// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf } from '#admin/http/asked-ahead.ts'
import { API_URL } from '#admin/http/backend.ts'
import { enter, leave } from '#admin/http/session.ts'
import { dataProvider } from '#admin/providers/data-provider.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { refineAround } from '../../../../tests/support/refine.tsx'
import { readFirstList } from './first-list.ts'
import { useResourceList } from './use-resource-list.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const ada = {
  _id: '7',
  firstName: 'Ada',
  lastName: 'Hill',
  email: 'ada@example.org',
  role: 'admin',
}
const person = ada._id
const network = vi.fn<typeof fetch>()

beforeEach(() => {
  globalThis.fetch = network
  network.mockReset().mockImplementation(async () => page('of the network'))
  enter('abc', { ...ada, changes: true }, true)
})
afterEach(() => {
  cleanup()
  leave()
  globalThis.askedAhead = undefined
})

function page(firstName: string): Response {
  return Response.json({
    data: [{ ...ada, _id: '1', firstName }],
    pagination: { page: 1, limit: 10, total: 1, pages: 1 },
  })
}

/** As the first script leaves it. */
function askedAhead(answer: Promise<Response>, path = '/users?page=1&limit=10'): void {
  answer.catch(() => undefined)
  const address = addressOf(API_URL + path)
  globalThis.askedAhead = [{ address, token: 'abc', at: Date.now(), stop: vi.fn(), answer }]
}

/** The list as a page draws it first; what it showed each time. */
function drawList(address = '/admin/users') {
  const { wrapper: Around } = refineAround(dataProvider(registry))
  const drawn: (string | undefined)[] = []
  const { unmount } = renderHook(
    () => {
      const { rows, isPending, isFetching } = useResourceList(users)
      drawn.push(isPending ? 'bones' : `${rows[0]?.firstName}${isFetching ? ', reading' : ''}`)
    },
    {
      wrapper: ({ children }) => (
        <MemoryRouter initialEntries={[address]}>
          <Around>{children}</Around>
        </MemoryRouter>
      ),
    },
  )
  return { drawn, unmount }
}

test('SPEED-01 a list whose rows were read before is drawn with them at once, and asks for nothing', async () => {
  askedAhead(Promise.resolve(page('asked ahead')))
  await readFirstList(registry, person)
  const { drawn, unmount } = drawList()
  expect(new Set(drawn)).toEqual(new Set(['asked ahead']))
  expect(network).not.toHaveBeenCalled()

  // Opened again, it is read anew.
  unmount()
  const again = drawList()
  await waitFor(() => expect(again.drawn.at(-1)).toBe('of the network'))
  expect(again.drawn[0]).toBe('bones')
})

test.each([
  ['another page', '/admin/users?page=2', person],
  ['a search', '/admin/users?search=ada', person],
  ['another person', '/admin/users', '8'],
])('%s is not drawn with the rows that were read for the first', async (_, address, reader) => {
  askedAhead(Promise.resolve(page('asked ahead')))
  await readFirstList(registry, reader)
  const { drawn } = drawList(address)
  expect(drawn[0]).toBe('bones')
  await waitFor(() => expect(drawn.at(-1)).toBe('of the network'))
  expect(drawn).not.toContain('asked ahead')
})

test('a refusal is left to the list, which takes it over', async () => {
  askedAhead(Promise.resolve(Response.json({}, { status: 500 })))
  await readFirstList(registry, person)
  expect(globalThis.askedAhead).toHaveLength(1)
  const { drawn } = drawList()
  expect(drawn[0]).toBe('bones')
  await waitFor(() => expect(globalThis.askedAhead).toEqual([]))
  expect(network).not.toHaveBeenCalled()
})

test('nothing is read of what is no list, or was not asked for', async () => {
  await readFirstList(registry, person)
  askedAhead(Promise.resolve(page('asked ahead')), '/admin/system-overview')
  await readFirstList(registry, person)
  askedAhead(Promise.resolve(page('asked ahead')), '/admin/dashboards')
  await readFirstList(registry, person)
  expect(globalThis.askedAhead).toHaveLength(1)
  expect(network).not.toHaveBeenCalled()
})
