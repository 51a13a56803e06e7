// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { layoutKey, viewsKey } from '#admin/crud/list/kept.ts'
import { forget, note } from '#admin/http/backend.ts'
import { TOKEN_KEY, USER_KEY } from '#contract/session.ts'
import { firstReads } from '../build/first-reads.ts'
import { readsAt } from './ask-ahead.ts'

const admin = { _id: '7', email: 'ada@example.org', role: 'admin', changes: true }

beforeEach(() => {
  localStorage.clear()
  forget()
  localStorage.setItem(TOKEN_KEY, 'abc')
  localStorage.setItem(USER_KEY, JSON.stringify(admin))
})

function at(address: string): string[] {
  const [pathname = '', search = ''] = address.split(/(?=\?)/)
  return readsAt({ pathname, search }, firstReads)
}

test.each([
  ['/admin', ['/admin/system-overview', '/admin/needs']],
  ['/admin/', ['/admin/system-overview', '/admin/needs']],
  ['/admin/users', ['/users?page=1&limit=10']],
  ['/admin/users?edit=42', ['/users?page=1&limit=10']],
  ['/admin/missions', ['/missions/templates?page=1&limit=10']],
  ['/admin/career-fields', ['/career-fields']],
  ['/admin/dashboards', ['/admin/dashboards']],
  ['/admin/dashboards/42?range=today', ['/admin/dashboards']],
  // What these begin with depends on more than their address.
  ['/admin/users?search=ada', []],
  ['/admin/users?page=2', []],
  ['/admin/users/42', []],
  ['/admin/settings', []],
  ['/admin/login', []],
  ['/admin/constructor', []],
])('%s begins with the profile and %j', (address, paths) => {
  expect(at(address)).toEqual(['/profile', ...paths])
})

test('a list is asked for in pages of the size that its reader is used to', () => {
  localStorage.setItem(layoutKey('7', 'users'), '{"pageSize":50}')
  expect(at('/admin/users')).toContain('/users?page=1&limit=50')
})

test('a list that opens with a view is left to the console, which knows its words', () => {
  const start = { id: '3', query: 'role=admin' }
  localStorage.setItem(viewsKey('7', 'users'), JSON.stringify({ hasAny: true, start }))
  expect(at('/admin/users')).toEqual(['/profile'])
  expect(at('/admin/users?view=all')).toContain('/users?page=1&limit=10')
})

test('a role is asked for nothing that it may not read', () => {
  const read = { actions: ['read'], hidden: [], locked: [], only: {} }
  const access = { open: ['support'], resources: { users: read } }
  localStorage.setItem(USER_KEY, JSON.stringify({ ...admin, role: 'support', access }))
  expect(at('/admin/users')).toContain('/users?page=1&limit=10')
  expect(at('/admin/missions')).toEqual(['/profile'])
  expect(at('/admin')).toEqual(['/profile', '/admin/system-overview'])
})

test('of a backend that is not known to be ours only the profile is asked, where it has it', () => {
  localStorage.setItem(USER_KEY, JSON.stringify({ ...admin, changes: undefined }))
  expect(at('/admin/users')).toEqual(['/profile'])
  note('/profile', false)
  expect(at('/admin/users')).toEqual(['/users/profile'])
})

test('what the backend was found to lack is not asked for again', () => {
  note('/users', false)
  expect(at('/admin/users')).toEqual(['/profile'])
})

test.each(['nonsense', 'null', '[]', '{"changes":true}'])(
  'kept is %s, and nothing breaks',
  (kept) => {
    localStorage.setItem(USER_KEY, kept)
    localStorage.setItem(layoutKey('7', 'users'), kept)
    expect(at('/admin/users')[0]).toBe('/profile')
  },
)
