import { expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { hasPager, pageCount, shownRange } from './paging.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const fields = registry.find((one) => one.name === 'career-fields') as Resource
const catalogue = registry.filter(({ page }) => /missions|protocols|mentors/.test(page))

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [240, 24],
])('USER-03 %i records make %i pages', (total, pages) => {
  expect(pageCount(total)).toBe(pages)
})

test('USER-03 the page size that counts is the one the server names', () => {
  expect(pageCount(35, 5)).toBe(7)
  expect(shownRange(7, 5, 35, 5)).toEqual({ from: 31, to: 35, total: 35 })
  expect([hasPager(fields, 8), hasPager(fields, 8, 5)]).toEqual([false, true])
})

test('the range counts from 1, and nothing is 0 of 0', () => {
  expect(shownRange(2, 5, 15)).toEqual({ from: 11, to: 15, total: 15 })
  expect(shownRange(1, 0, 0)).toEqual({ from: 0, to: 0, total: 0 })
})

test('LIST-01 users always page, other lists only past the first ten', () => {
  expect([hasPager(users, 3), hasPager(fields, 10), hasPager(fields, 11)]).toEqual([
    true,
    false,
    true,
  ])
})

test.each(catalogue)(
  'LIST-01 $page has no pager while ten fit, and one for the eleventh',
  (one) => {
    expect([hasPager(one, 0), hasPager(one, 10), hasPager(one, 11)]).toEqual([false, false, true])
  },
)
