import { expect, test } from 'vitest'
import { readRoleClaim, roleIn } from './sign-on.ts'

test('a claim gives the first role that it has a value for', () => {
  const rules = readRoleClaim('groups: waymark admins=admin, cn=staff=user')
  expect(rules).toEqual({
    claim: 'groups',
    roles: [
      { value: 'waymark admins', role: 'admin' },
      { value: 'cn=staff', role: 'user' },
    ],
  })
  if (!rules) return
  expect(roleIn({ groups: ['cn=staff', 'waymark admins'] }, rules)).toBe('admin')
  expect(roleIn({ groups: 'cn=staff' }, rules)).toBe('user')
  expect(roleIn({ groups: ['others'] }, rules)).toBeUndefined()
  expect(roleIn({}, rules)).toBeUndefined()
})

test('a claim may be named by an address, or lie within others', () => {
  const named = readRoleClaim('https://example.org/roles: boss=admin')
  const inner = readRoleClaim('realm_access.roles: boss=admin')
  if (!named || !inner) throw new Error('These can be read.')
  expect(roleIn({ 'https://example.org/roles': ['boss'] }, named)).toBe('admin')
  expect(roleIn({ realm_access: { roles: ['boss'] } }, inner)).toBe('admin')
  expect(roleIn({ realm_access: null }, inner)).toBeUndefined()
})

test.each(['groups', 'groups:', 'groups: admin', 'groups: =admin', 'groups: a=admin,'])(
  'is refused: %s',
  (text) => expect(readRoleClaim(text)).toBeUndefined(),
)
