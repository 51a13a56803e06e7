// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { type ListLayout, readLayout, useListLayout } from './layout.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')

const signIn = (id: string) =>
  enter(
    't',
    { _id: id, firstName: 'A', lastName: 'B', email: 'a@example.org', role: 'admin' },
    true,
  )
const kept = (resource = users) =>
  renderHook(() => useListLayout(resource, undefined), refineAround(memoryBackend().provider))
    .result

beforeEach(() => signIn('one'))
afterEach(() => {
  cleanup()
  leave()
  localStorage.clear()
})

const mine: ListLayout = { columns: ['Name', 'role'], pageSize: 25 }

test('a layout is stored for each user and resource, and can be reset', () => {
  const one = kept()
  expect(one.current.layout).toEqual({})
  act(() => one.current.changeLayout(mine))
  expect(one.current.layout).toEqual(mine)
  expect(kept(named('mentors')).current.layout).toEqual({})
  signIn('two')
  expect(kept().current.layout).toEqual({})
  signIn('one')
  const again = kept()
  expect(again.current.layout).toEqual(mine)
  act(() => again.current.changeLayout())
  expect(again.current.layout).toEqual({})
  expect(Object.keys(localStorage).filter((key) => key.startsWith('waymark_list'))).toEqual([])
})

test('an impossible layout is ignored', () => {
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
