// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { useDashboards } from './use-dashboards.ts'

afterEach(cleanup)

function open(address: string) {
  const rows = ['1', '2'].map((id) => ({ id, _id: id, title: `Number ${id}` }))
  const { provider, stored } = memoryBackend(...rows)
  const { wrapper: Around } = refineAround(provider)
  let show: React.ReactNode
  const router = createMemoryRouter(
    [{ path: '/admin/dashboards/:dashboard?', Component: () => show }],
    { initialEntries: [`/admin/dashboards${address}`] },
  )
  const { result } = renderHook(() => useDashboards(), {
    wrapper: ({ children }) => {
      show = children
      return (
        <Around>
          <RouterProvider router={router} />
        </Around>
      )
    },
  })
  return { router, result, stored }
}

test('Back takes back a change of the range', async () => {
  const { router, result } = open('?other=1')
  act(() => result.current.setRange('lastMonth'))
  act(() => result.current.setRange('today'))
  expect([router.state.location.search, result.current.range]).toEqual([
    '?other=1&range=today',
    'today',
  ])
  await act(() => router.navigate(-1))
  expect(result.current.range).toBe('lastMonth')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?other=1')
})

test.each(['', '/1'])(
  'a dashboard edited at “%s” stays when another admin deletes it',
  async (at) => {
    const { result, stored } = open(`${at}?edit=1`)
    await waitFor(() => expect(result.current.shown?._id).toBe('1'))
    stored.delete('1')
    await act(() => result.current.reload())
    await waitFor(() => expect(result.current.all?.map(({ _id }) => _id)).toEqual(['2']))
    expect(result.current.shown?._id).toBe('1')
    act(() => result.current.endEdit())
    await waitFor(() => expect(result.current.shown?._id).toBe(at ? undefined : '2'))
  },
)
