// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API_URL } from '#admin/http/backend.ts'
import { enter, leave } from '#admin/http/session.ts'
import { refineResources } from '#admin/pages/pages.ts'
import * as search from '#admin/providers/search.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { readRecent } from './recent.ts'
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
  localStorage.clear()
  enter('token', { ...ada, account: true }, true)
  searchAll.mockReset().mockResolvedValue({ groups: [], missing: [] })
})
afterEach(() => leave())

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
  const props = { resources, showShortcuts: () => undefined }
  const { result, rerender } = renderHook(({ typed }) => useEntries(props, typed), {
    wrapper,
    initialProps: { typed: '' },
  })
  return {
    result,
    type: (typed: string) => rerender({ typed }),
    names: (title: string) =>
      result.current.groups.find((one) => one.title === title)?.entries.map(({ name }) => name),
  }
}

test('a late answer never replaces that of the present text', async () => {
  const answers = new Map<string, (found: search.FoundAll) => void>()
  searchAll.mockImplementation(
    (_, text: string) => new Promise<search.FoundAll>((resolve) => answers.set(text, resolve)),
  )
  const palette = open()
  palette.type('zo')
  await waitFor(() => expect(answers.has('zo')).toBe(true))
  palette.type('zofia')
  await waitFor(() => expect(answers.has('zofia')).toBe(true))
  answers.get('zofia')?.(foundUsers('Zofia'))
  await waitFor(() => expect(palette.names('Users')).toEqual(['Zofia']))
  answers.get('zo')?.(foundUsers('Zoe'))
  palette.type('zofi')
  expect(palette.names('Users')).toEqual(['Zofia'])
})

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

test('offers only the actions of the role, and finds them by further words', () => {
  const palette = open(
    registry.map((one) => (one.name === 'users' ? { ...one, actions: [] } : one)),
  )
  palette.type('add')
  expect(palette.names('Actions')).toContain('Add Mission')
  expect(palette.names('Actions')).not.toContain('Add User')
  palette.type('theme')
  expect(palette.names('Actions')).toEqual(['My account'])
})

test('recent pages have the menu’s titles; a sign-out removes them, the end of a session does not', () => {
  const recent = JSON.stringify([{ to: '/admin/users', title: 'Utilisateurs' }])
  localStorage.setItem(`waymark_recent u1 at ${API_URL}`, recent)
  expect(open().names('Recent')).toEqual(['Users'])
  leave('Your session has ended.')
  enter('token', ada, true)
  expect(readRecent()).toHaveLength(1)
  leave()
  enter('token', ada, true)
  expect(readRecent()).toEqual([])
})
