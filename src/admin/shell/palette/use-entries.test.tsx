// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import { refineResources } from '#admin/pages/pages.ts'
import * as search from '#admin/providers/search.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { useEntries } from './use-entries.tsx'

const searchAll = vi.spyOn(search, 'searchAll')
const ada = { _id: 'u1', firstName: 'Ada', lastName: 'L', email: 'ada@example.org', role: 'admin' }
const users = registry.filter(({ name }) => name === 'users')
const foundUsers = (...names: string[]): search.FoundAll => ({
  missing: [],
  groups: users.map((resource) => ({
    resource,
    records: names.map((name) => ({ id: name, name, line: `${name}@example.org` })),
    hasMore: false,
  })),
})

beforeEach(() => {
  enter('token', { ...ada, account: true }, true)
  searchAll.mockReset().mockResolvedValue({ groups: [], missing: [] })
})
afterEach(() => {
  cleanup()
  leave()
})

/** The palette's entries while a text is typed; `names` reads those of a group. */
function open(resources = registry) {
  const { wrapper: Refined } = refineAround(
    memoryBackend().provider,
    refineResources(resources, resources),
  )
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/admin']}>
      <Refined>{children}</Refined>
    </MemoryRouter>
  )
  const { result, rerender } = renderHook(
    ({ typed }) => useEntries(resources, () => undefined, typed),
    {
      wrapper,
      initialProps: { typed: '' },
    },
  )
  return {
    result,
    type: (typed: string) => rerender({ typed }),
    names: (title: string) =>
      result.current.groups.find((one) => one.title === title)?.entries.map(({ name }) => name),
  }
}

test('a failed search still offers pages, and Retry searches again', async () => {
  searchAll.mockRejectedValue(new Error('down'))
  const palette = open()
  palette.type('users')
  await waitFor(() => expect(palette.result.current.found.hasFailed).toBe(true))
  expect(palette.names('Pages')).toEqual(['Users'])
  searchAll.mockResolvedValue(foundUsers('Usersson'))
  act(() => palette.result.current.found.retry())
  await waitFor(() => expect(palette.names('Users')).toEqual(['Usersson']))
})

test('offers only the actions of the role, and finds them by keywords', () => {
  const palette = open(
    registry.map((one) => (one.name === 'users' ? { ...one, actions: [] } : one)),
  )
  palette.type('add')
  expect(palette.names('Actions')).toContain('Add Mission')
  expect(palette.names('Actions')).not.toContain('Add User')
  palette.type('theme')
  expect(palette.names('Actions')).toEqual(['My account'])
})
