// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { type ListLayout, readLayout, useListLayout } from './layout.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')

const signIn = (id: string) =>
  enter(
    't',
    { _id: id, firstName: 'A', lastName: 'B', email: 'a@example.org', role: 'admin' },
    true,
  )
const kept = (resource = users) => renderHook(() => useListLayout(resource)).result

beforeEach(() => signIn('one'))
afterEach(() => {
  cleanup()
  leave()
  localStorage.clear()
  vi.restoreAllMocks()
})

const mine: ListLayout = { columns: ['Name', 'role'], pageSize: 25 }

test('a layout is kept for each person and each resource, and taken back', () => {
  const one = kept()
  const beside = kept()
  expect(one.current.layout).toEqual({})
  act(() => one.current.change(mine))
  expect(one.current.layout).toEqual(mine)
  expect(beside.current.layout).toEqual(mine)
  expect(kept(named('mentors')).current.layout).toEqual({})
  signIn('two')
  expect(kept().current.layout).toEqual({})
  signIn('one')
  const again = kept()
  expect(again.current.layout).toEqual(mine)
  act(() => again.current.reset())
  expect(again.current.layout).toEqual({})
  expect(Object.keys(localStorage).filter((key) => key.startsWith('waymark_list'))).toEqual([])
})

test('another tab hears of a change, and a browser that keeps nothing has it until the page is left', () => {
  const here = kept()
  act(() => here.current.change(mine))
  const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('waymark_list'))
  act(() => {
    localStorage.setItem(key, JSON.stringify({ pageSize: 50 }))
    dispatchEvent(new StorageEvent('storage', { key }))
  })
  expect(here.current.layout).toEqual({ pageSize: 50 })
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  act(() => here.current.change(mine))
  expect(here.current.layout).toEqual(mine)
  // What was refused is kept by the module, which other test files share.
  full.mockRestore()
  act(() => here.current.reset())
  expect(here.current.layout).toEqual({})
})

test('what nobody could have set is ignored', () => {
  for (const wrong of [undefined, null, 7, 'x', [], { columns: 'role', pageSize: '3' }])
    expect(readLayout(users, wrong)).toEqual({})
  expect(
    readLayout(users, {
      columns: ['role', 'gone', 'role', 5],
      // Of a former version.
      pinned: ['role'],
      widths: { role: 200 },
      density: 'compact',
      pageSize: 1.5,
    }),
  ).toEqual({ columns: ['role'] })
})
