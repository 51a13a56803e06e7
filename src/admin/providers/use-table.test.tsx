// @vitest-environment jsdom
import { Refine, useTable } from '@refinedev/core'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { memoryBackend } from '../../../tests/support/refine.tsx'
import { routerProvider } from './router-provider.ts'

afterEach(cleanup)

type Table = ReturnType<typeof useTable>

/** The users' list as Refine's documentation writes it, at an address. */
function listAt(address: string) {
  const shown: { table?: Table } = {}
  const List = () => {
    shown.table = useTable({ resource: 'users', syncWithLocation: true })
    return null
  }
  const provider = routerProvider(registry)
  const { provider: dataProvider } = memoryBackend()
  const element = (
    <Refine
      dataProvider={dataProvider}
      routerProvider={provider}
      resources={[{ name: 'users', list: '/admin/users' }]}
      options={{ disableTelemetry: true }}
    >
      <List />
    </Refine>
  )
  const router = createMemoryRouter(
    [
      { path: '/admin', element: null },
      { path: '/admin/users', element },
    ],
    { initialEntries: ['/admin', address], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  return {
    table: () => shown.table as Table,
    address: () => router.state.location.pathname + router.state.location.search,
    back: () => act(() => router.navigate(-1)),
  }
}

test('useTable begins with what the address asks for, and corrects it in place', async () => {
  const list = listAt('/admin/users?role=admin&sort=-createdAt&page=2&method=delete')
  expect(list.table().filters).toEqual([{ field: 'role', operator: 'eq', value: 'admin' }])
  expect(list.table().sorters).toEqual([{ field: 'createdAt', order: 'desc' }])
  expect(list.table().currentPage).toBe(2)
  await waitFor(() => expect(list.address()).toBe('/admin/users?role=admin&sort=-createdAt&page=2'))
  await list.back()
  expect(list.address()).toBe('/admin')
})

test('each step of useTable is one that Back takes back', async () => {
  const list = listAt('/admin/users')
  act(() => list.table().setCurrentPage(2))
  await waitFor(() => expect(list.address()).toBe('/admin/users?page=2'))
  act(() => list.table().setSorters([{ field: 'email', order: 'asc' }]))
  await waitFor(() => expect(list.address()).toBe('/admin/users?sort=email&page=2'))
  await list.back()
  expect(list.address()).toBe('/admin/users?page=2')
  await list.back()
  expect(list.address()).toBe('/admin/users')
})
