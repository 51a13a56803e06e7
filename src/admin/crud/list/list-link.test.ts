import { expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { askedIn } from './list-address.ts'
import { listLink } from './list-link.ts'
import { readQuery } from './paging.ts'

function read(page: string, link: string) {
  const resource = registry.find((one) => one.page === page) as Resource
  return readQuery(resource, askedIn(new URL(link, 'http://x').search))
}

test('a link without filters is the page', () => {
  expect(listLink('mentors')).toBe('/admin/mentors')
})

test('a filter stands in the link as the list itself writes it', () => {
  expect(listLink('missions', { difficulty: 'expert' })).toBe(
    '/admin/missions?filters[0][field]=difficulty&filters[0][operator]=eq&filters[0][value]=expert',
  )
})

test('what a link asks for is what the list reads, odd characters too', () => {
  const { search, filters } = read(
    'missions',
    listLink('missions', { type: 'R&D #1 + 100%', search: 'a&b=c', isActive: 'false' }),
  )
  expect(search).toBe('a&b=c')
  expect(filters).toEqual([
    { field: 'isActive', operator: 'eq', value: 'false' },
    { field: 'type', operator: 'eq', value: 'R&D #1 + 100%' },
  ])
})

test('a stretch of days goes by the names of the API', () => {
  const link = listLink('users', { createdAt_from: '2026-10-01', createdAt_to: '2026-10-31' })
  expect(read('users', link).filters).toEqual([
    { field: 'createdAt', operator: 'gte', value: '2026-10-01' },
    { field: 'createdAt', operator: 'lte', value: '2026-10-31' },
  ])
})
