// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { useDashboards } from './use-dashboards.ts'

afterEach(cleanup)

test('Back takes back a change of the range', async () => {
  const { wrapper: Around } = refineAround(memoryBackend().provider)
  let show: React.ReactNode
  const router = createMemoryRouter([{ path: '/admin/dashboards', Component: () => show }], {
    initialEntries: ['/admin/dashboards?other=1'],
  })
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
