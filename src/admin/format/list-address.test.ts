import { describe, expect, test } from 'vitest'
import {
  listAddress,
  listLink,
  lookUpAddress,
  readListAddress,
} from '#admin/format/list-address.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
/** The address that a list makes of another. */
const corrected = (page: string, address: string) =>
  listAddress(readListAddress(named(page), address))

test('a link uses the API’s parameters, and omits unused ones', () => {
  expect(listLink('mentors')).toBe('/admin/mentors')
  expect(listLink('missions', { filters: { difficulty: 'expert' } })).toBe(
    '/admin/missions?difficulty=expert',
  )
  expect(listLink('users', { page: 1 })).toBe('/admin/users')
})

test('a choice that is not offered is still requested: the backend may have such records', () => {
  const asked = readListAddress(named('users'), '?role=owner&isActive=true&ids=a,b&page=2')
  expect(listAddress(asked)).toBe('?ids=a,b&isActive=true&role=owner&page=2')
})

describe('the page size in an address', () => {
  test.each([
    ['?limit=25', '?limit=25'],
    ['?page=3&limit=25', '?page=3&limit=25'],
    ['?limit=10', ''],
    ['?limit=101', ''],
    ['?limit=ten', ''],
  ])('%s', (address, now) => {
    expect(corrected('users', address)).toBe(now)
  })

  test('is omitted when it is the default: the user’s own on the first page, the common one on others', () => {
    expect(listAddress({ limit: 50 }, 50)).toBe('')
    expect(listAddress({ limit: 10 }, 50)).toBe('?limit=10')
    expect(listAddress({ limit: 50, page: 2 }, 50)).toBe('?page=2&limit=50')
    expect(listAddress({ limit: 10, page: 2 }, 50)).toBe('?page=2')
  })
})

test.each([
  ['users', '?role=admin&role=user', '?role=admin'],
  ['missions', '?type=%20%20', ''],
  ['missions', `?type=${'x'.repeat(201)}`, ''],
  ['missions', '?type=a%00', ''],
  ['missions', '?type[]=a&type[$gt]=b', ''],
  ['users', '?limit=50&ids=a,b&role=king', '?ids=a,b&role=king'],
  ['users', '?search=%20ada%20&page=1', '?search=ada'],
])('invalid and unused parameters are dropped from the address: %s%s', (page, address, now) => {
  expect(corrected(page, address)).toBe(now)
})

test('a record that may have been created is searched for by its name', () => {
  const found = (resource: Resource, draft: object) =>
    new URL(lookUpAddress(resource, { ...draft }), 'http://x').searchParams.get('search')
  expect(found(named('users'), { firstName: 'Ada', email: 'ada@example.org' })).toBe(
    'ada@example.org',
  )
  expect(found(named('missions'), { title: ' Listen ' })).toBe('Listen')
  expect(lookUpAddress(named('missions'), {})).toBe('/admin/missions')
})
