import { expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import type { ConsoleAccess } from '#contract/access.ts'
import { describe as describePath } from '#model/describe.ts'
import { registry } from '#resources/index.ts'
import { registryFor } from './access-control-provider.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })

const all = { actions: ['read', 'create', 'update', 'delete'], hidden: [], locked: [], only: {} }
const read = { ...all, actions: ['read'] }
const access: ConsoleAccess = {
  open: ['support'],
  resources: {
    users: { ...all, hidden: ['email'], locked: ['role'], only: { role: ['user'] } },
    mentors: read,
  },
  pages: {},
}
const named = (name: string, given: ConsoleAccess | undefined) =>
  registryFor(registry, given).find((one) => one.name === name)

test('nothing changes without rights from the server', () => {
  const told = registryFor(registry, undefined)
  expect(told.filter(({ name }) => name !== 'users')).toEqual(
    registry.filter(({ name }) => name !== 'users'),
  )
})

test('an action with a visible answer is only for admins of a server with accounts', () => {
  const links = (given?: ConsoleAccess) => named('users', given)?.rowActions.map(({ name }) => name)
  expect(links()).toEqual([])
  const ada = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'ada@example.org' }
  enter('t1', { ...ada, role: 'admin', account: true }, true)
  expect(links()).toEqual(['link'])
  expect(links({ open: ['support'] })).toEqual(['link'])
  expect(links(access)).toEqual([])
  leave()
})

test('admins get everything, and can assign the open roles', () => {
  const open = registryFor(registry, { open: ['support'] })
  expect(open.map(({ name }) => name)).toEqual(registry.map(({ name }) => name))
  const users = open.find(({ name }) => name === 'users')
  const choices = users && describePath(users.create, 'role')?.choices?.map(({ value }) => value)
  expect(choices).toEqual(['user', 'admin', 'support'])
})

test('a role sees its resources, without hidden keys and locked fields', () => {
  expect(
    registryFor(registry, access)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['mentors', 'users'])
  const users = named('users', access)
  const paths = (list: readonly object[] = []) =>
    list.flatMap((one) => ('path' in one ? [one.path] : []))
  expect(paths(users?.columns)).toEqual(['role', 'isActive', 'createdAt', 'lastLogin'])
  expect(paths(users?.fields)).not.toContain('email')
  expect(paths(users?.fields)).not.toContain('role')
  expect(users?.search).toEqual([])
  expect(users?.sorts).not.toContain('email')
  expect(Object.keys(users?.create.shape ?? {})).not.toContain('email')
  expect(users?.actions).toEqual(['create', 'edit', 'delete'])
})

test('a role that only reads gets no actions, and no reference to unreadable resources', () => {
  const mentors = named('mentors', access)
  expect(mentors?.actions).toEqual([])
  expect(mentors?.filters).not.toContain('careerFields')
})
