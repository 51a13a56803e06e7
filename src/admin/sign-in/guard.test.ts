import { expect, test } from 'vitest'
import { addressFor, safeTarget } from './guard.ts'

const ORIGIN = 'https://waymark.example'
const at = (pathname: string, search = '') => ({ pathname, search })

test('nothing redirects while the session is checked', () => {
  expect(addressFor('loading', at('/admin/users'), ORIGIN)).toBeUndefined()
})

test('signed out, a page redirects to the sign-in page, which remembers it', () => {
  expect(addressFor('out', at('/admin/users', '?currentPage=2'), ORIGIN)).toBe(
    '/admin/login?to=%2Fadmin%2Fusers%3FcurrentPage%3D2',
  )
  expect(addressFor('out', at('/admin'), ORIGIN)).toBe('/admin/login')
  expect(addressFor('out', at('/admin/login', '?to=%2Fadmin'), ORIGIN)).toBeUndefined()
})

test('signed in, the sign-in page redirects to the target', () => {
  expect(addressFor('in', at('/admin/login'), ORIGIN)).toBe('/admin')
  expect(addressFor('in', at('/admin/login/', '?to=%2Fadmin%2Fusers'), ORIGIN)).toBe('/admin/users')
  expect(addressFor('in', at('/admin/users'), ORIGIN)).toBeUndefined()
})

test.each([
  ['/admin/users?a=b#c', '/admin/users?a=b#c'],
  ['/admin', '/admin'],
  ['/admin?x=1', '/admin?x=1'],
  ['/administrator', '/admin'],
  ['/', '/admin'],
  ['//evil.example/admin', '/admin'],
  ['https://evil.example/admin', '/admin'],
  ['/\\evil.example/admin', '/admin'],
  ['/admin/../x', '/admin'],
  ['javascript:alert(1)', '/admin'],
  ['/admin/login?to=/admin/users', '/admin'],
  [null, '/admin'],
])('only a page of the console is honoured after sign-in: %s', (to, expected) => {
  expect(safeTarget(to, ORIGIN)).toBe(expected)
})
