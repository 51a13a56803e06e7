import type { CrudFilter } from '@refinedev/core'
import { describe, expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { readTableParams, writeTableParams } from './router-provider.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const ADDRESS = '?search=ada&createdAt_from=2026-10-01&role=admin&sort=-createdAt,email&page=2'
const PARAMS = {
  filters: [
    { field: 'search', operator: 'contains', value: 'ada' },
    { field: 'role', operator: 'eq', value: 'admin' },
    { field: 'createdAt', operator: 'gte', value: '2026-10-01' },
  ],
  sorters: [
    { field: 'createdAt', order: 'desc' },
    { field: 'email', order: 'asc' },
  ],
  currentPage: 2,
  pageSize: 10,
} as const

describe('the address of a list', () => {
  test('is what useTable reads, in Refine’s words', () => {
    expect(readTableParams(users, ADDRESS)).toEqual(PARAMS)
    expect(readTableParams(users, '?limit=25')).toEqual({ pageSize: 25 })
    expect(readTableParams(users, '')).toEqual({})
  })

  test('holds what useTable writes, in the words of the API', () => {
    const { filters, sorters } = PARAMS
    const params = { filters: [...filters], sorters: [...sorters], currentPage: 2, pageSize: 10 }
    expect(writeTableParams(users, '', params)).toBe(ADDRESS)
    const roles = { field: 'role', operator: 'in', value: ['admin', 'learner'] } as const
    expect(writeTableParams(users, '', { filters: [roles], pageSize: 25 })).toBe(
      '?role=admin,learner&limit=25',
    )
    expect(writeTableParams(users, '?role=admin', { filters: [], sorters: [] })).toBe('')
  })

  test('gives Refine nothing that the list does not know', () => {
    const evil = '&method=delete&headers[x-evil]=1&version=99&id=7&to=/admin&role[]=x'
    expect(readTableParams(users, ADDRESS + evil)).toEqual(PARAMS)
    expect(readTableParams(users, '?role=nobody%00&page=0&sort=password')).toEqual({})
  })

  test('keeps the view and the open form, and drops what the API has no parameter for', () => {
    const before = '?role=admin&method=delete&view=7&edit=42'
    expect(writeTableParams(users, before, { currentPage: 3 })).toBe('?page=3&view=7&edit=42')
    const filters: CrudFilter[] = [
      { field: 'role', operator: 'ne', value: 'admin' },
      { operator: 'or', value: [] },
    ]
    expect(writeTableParams(users, '', { filters })).toBe('')
  })
})
