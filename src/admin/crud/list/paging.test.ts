import { expect, test } from 'vitest'
import { pageCount, shownRange } from './paging.ts'

test.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [240, 24],
])('%i records make %i pages', (total, pages) => {
  expect(pageCount(total)).toBe(pages)
})

test('the server’s page size is used', () => {
  expect(pageCount(35, 5)).toBe(7)
  expect(shownRange(7, 5, 35, 5)).toEqual({ from: 31, to: 35, total: 35 })
})

test('the range starts at 1, and an empty list is 0 of 0', () => {
  expect(shownRange(2, 5, 15)).toEqual({ from: 11, to: 15, total: 15 })
  expect(shownRange(1, 0, 0)).toEqual({ from: 0, to: 0, total: 0 })
})
