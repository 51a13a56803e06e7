import { expect, test } from 'vitest'
import type { Sort } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { nextSort, shownSort } from './sort.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const next = (path: string, ...sort: Sort[]) => nextSort(users, { sort }, path)

test('a header sorts up, then down, then in the own order again', () => {
  const up = { path: 'lastLogin', descending: false }
  const down = { path: 'lastLogin', descending: true }
  expect(next('lastLogin')).toEqual([up])
  expect(next('lastLogin', { path: 'email', descending: true })).toEqual([up])
  expect(next('lastLogin', up)).toEqual([down])
  expect(next('lastLogin', down)).toEqual([])
})

test('the own order is shown as such, and its header reverses it and back', () => {
  const older = { path: 'createdAt', descending: false }
  expect(shownSort(users, { sort: [] })).toEqual({ path: 'createdAt', descending: true })
  expect(next('createdAt')).toEqual([older])
  expect(next('createdAt', older)).toEqual([])
  expect(next('createdAt', { path: 'createdAt', descending: true })).toEqual([older])
})

test('deleted records have an order of their own, which is not known', () => {
  expect(shownSort(users, { sort: [], deleted: true })).toBeUndefined()
})
