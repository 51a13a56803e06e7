import type { Server, ServerResponse } from 'node:http'
import { type CrudFilter, type CrudSort, type DataProvider, keys } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { deaf, pageOf, people, usersOf } from '../../../../tests/support/deaf-backend.ts'
import { listening } from '../../../../tests/support/listening.ts'
import { conditionsOf } from './conditions.ts'

let server: Server
let provider: DataProvider
let backend: typeof import('#admin/http/backend.ts')
let region: typeof import('#admin/format/region.ts')
const client = new QueryClient()
let seen: URL[] = []
let answer: (url: URL, response: ServerResponse) => unknown

beforeAll(async () => {
  const own = await listening((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    seen.push(url)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(url, response)))
  })
  server = own.server
  vi.stubEnv('VITE_API_URL', own.url)
  provider = (await import('../data-provider.ts')).dataProvider(registry, client)
  backend = await import('#admin/http/backend.ts')
  region = await import('#admin/format/region.ts')
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(() => {
  seen = []
  backend.forgetCapabilities()
  client.clear()
})

const is = (field: string, value: string): CrudFilter => ({ field, operator: 'eq', value })
const search = (value: string): CrudFilter => ({ field: 'search', operator: 'contains', value })
const list = (filters: CrudFilter[], sorters: CrudSort[] = [], currentPage = 1) =>
  provider.getList({
    resource: 'users',
    pagination: { currentPage, pageSize: 10 },
    filters,
    sorters,
  }) as ReturnType<DataProvider['getList']> & Promise<{ ignoredKinds?: string[]; cut?: object }>
const queries = () => seen.map(({ search: query }) => decodeURIComponent(query))

describe('a backend that ignores conditions', () => {
  test('a search runs in the console: all words, in any order, folded', async () => {
    answer = deaf(24)
    const found = await list([search('NAVÁRRO guest')])
    expect(found.data.map(({ id }) => id)).toEqual(['1', '6', '11', '16', '21'])
    expect(found).toMatchObject({ total: 5, ignoredKinds: ['search'] })
    expect(found.cut).toBeUndefined()
    expect(queries()).toEqual([
      '?page=1&limit=10&search=NAVÁRRO+guest',
      '?page=1&limit=10',
      '?page=1&limit=100',
    ])
  })

  test('it is detected once in a session, for each parameter of each resource', async () => {
    answer = deaf(24)
    await list([search('navarro')])
    seen = []
    expect((await list([search('nobody of this name')])).data).toEqual([])
    expect(queries()).toEqual([])
    await list([is('role', 'admin')])
    expect(queries()).toEqual(['?page=1&limit=10&role=admin', '?page=1&limit=10'])
  })

  const several = (field: string, value: string[]): CrudFilter => ({ field, operator: 'in', value })

  test('several choices are sent in one parameter, and applied in the console if it is ignored', async () => {
    answer = deaf(24)
    const found = await list([several('role', ['admin', 'mentor'])])
    expect(queries()[0]).toBe('?page=1&limit=10&role=admin,mentor')
    expect(found).toMatchObject({ data: [{ role: 'admin' }], total: 1, ignoredKinds: ['filter'] })
    expect(await list([several('role', ['admin', 'user'])])).toMatchObject({ total: 24 })
  })

  test('several choices are applied in the console if a backend reads them as a single unknown one', async () => {
    answer = (url) => {
      const role = url.searchParams.get('role')
      return usersOf(
        people(24).filter((one) => role === null || one.role === role),
        url,
      )
    }
    expect(await list([several('role', ['admin', 'user'])])).toMatchObject({ total: 24 })
    expect(await list([is('role', 'admin')])).toMatchObject({ total: 1 })
    expect(queries().at(-1)).toBe('?page=1&limit=10&role=admin')
  })

  test('a filter keeps the matches; a record without the value matches no filter', async () => {
    answer = deaf(24)
    const ids = async (value: string) => {
      const { data } = await list([is('isActive', value)])
      return data.map(({ id }) => Number(id))
    }
    const [active, inactive] = [await ids('true'), await ids('false')]
    expect(active).toEqual([3, 5, 9, 11, 15, 17, 21, 23])
    expect(inactive).toEqual([2, 6, 8, 12, 14, 18, 20, 24])
  })

  test('the console sorts where the backend does not, also across pages, with missing values last', async () => {
    answer = (url) => {
      const rows = people(24)
      delete rows[3]?.firstName
      return usersOf(rows, url)
    }
    const sorters: CrudSort[] = [{ field: 'firstName', order: 'desc' }]
    const names = async (page: number) =>
      (await list([], sorters, page)).data.map(({ firstName }) => firstName)
    expect((await names(1)).slice(0, 2)).toEqual(['Guest 24', 'Guest 23'])
    expect((await names(3)).at(-1)).toBeUndefined()
    expect(queries().filter((query) => query === '?page=1&limit=100')).toHaveLength(1)
  })

  test('an order by another collation is the backend’s own', async () => {
    answer = (url) => {
      const rows = ['Zoe', 'adam', 'Émile'].map((firstName, at) => ({ id: at, firstName }))
      return usersOf(url.searchParams.get('sort') === '-firstName' ? rows.reverse() : rows, url)
    }
    const sorted = await list([], [{ field: 'firstName', order: 'asc' }])
    expect(sorted.data.map(({ firstName }) => firstName)).toEqual(['Zoe', 'adam', 'Émile'])
    expect(sorted).not.toHaveProperty('ignoredKinds')
    expect(queries()).toEqual([
      '?page=1&limit=10&sort=firstName',
      '?page=1&limit=10&sort=-firstName',
    ])
  })

  test('days of another time zone are the backend’s own', async () => {
    answer = (url) => usersOf(people(2), url)
    const days = await list([{ field: 'createdAt', operator: 'gte', value: '2026-01-02' }])
    expect(days).toMatchObject({ total: 2 })
    expect(days).not.toHaveProperty('ignoredKinds')
  })

  test('a stretch of days', async () => {
    answer = deaf(24)
    const days = await list([
      { field: 'createdAt', operator: 'gte', value: '2026-01-02' },
      { field: 'createdAt', operator: 'lte', value: '2026-01-04' },
    ])
    expect(days.data.map(({ id }) => id)).toEqual(['2', '3', '4'])
  })

  test('days are those of the zone that dates are shown in', async () => {
    onTestFinished(() => {
      region.chooseZone(undefined)
      region.countDaysIn(undefined)
    })
    answer = deaf(24)
    const users = async () => {
      const { data } = await list([{ field: 'createdAt', operator: 'gte', value: '2026-01-23' }])
      return data.map(({ id }) => id)
    }
    // Each was created at 10:00 UTC.
    region.chooseZone('Pacific/Honolulu')
    expect(await users()).toEqual(['23', '24'])
    region.chooseZone('Pacific/Kiritimati')
    expect(await users()).toEqual(['22', '23', '24'])
    region.countDaysIn('UTC')
    expect(await users()).toEqual(['23', '24'])
  })

  test('a range word, and an empty value', async () => {
    vi.useFakeTimers({ now: new Date(2026, 0, 10, 12), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    answer = deaf(24)
    const days = await list([{ field: 'createdAt', operator: 'between', value: 'last7days' }])
    expect(days.data.map(({ id }) => Number(id))).toEqual([4, 5, 6, 7, 8, 9, 10])
    expect(days).toMatchObject({ ignoredKinds: ['filter'] })
    expect(queries()).toContain('?page=1&limit=10&createdAt_is=last7days')
    const never = await list([{ field: 'lastLogin', operator: 'null', value: 'empty' }])
    expect(never).toMatchObject({ total: 24 })
  })

  test('a range of numbers', () => {
    const users = registry.find(({ page }) => page === 'users') as Resource
    const row = users.row.extend({ seats: z.number().optional() })
    const rows = [3, 12, 20, undefined].map((seats, at) => ({ _id: `${at}`, id: `${at}`, seats }))
    const of = (filters: CrudFilter[]) =>
      conditionsOf({ ...users, row, filters: ['seats'] }, filters)[0]
    const ends = of([
      { field: 'seats', operator: 'gte', value: '4' },
      { field: 'seats', operator: 'lte', value: '12' },
    ])
    expect(ends?.query).toEqual({ seats_from: '4', seats_to: '12' })
    expect(ends?.apply(rows).map(({ id }) => id)).toEqual(['1'])
    const empty = of([{ field: 'seats', operator: 'null', value: 'empty' }])
    expect(empty?.apply(rows).map(({ id }) => id)).toEqual(['3'])
  })

  test('each parameter is detected separately', async () => {
    answer = (url) => {
      const role = url.searchParams.get('role')
      return usersOf(
        people(24).filter((one) => role === null || one.role === role),
        url,
      )
    }
    const found = await list([is('role', 'user'), is('isActive', 'true')])
    expect(found.data.every(({ role, isActive }) => role === 'user' && isActive === true)).toBe(
      true,
    )
    expect(found).toMatchObject({ total: 8, ignoredKinds: ['filter'] })
    expect(queries().at(-1)).toBe('?page=1&limit=100&role=user')
  })

  test('of more than 1,000 records only the first are searched, which is reported', async () => {
    answer = deaf(1500)
    const found = await list([search('guest 1400')])
    expect(found).toMatchObject({
      data: [],
      ignoredKinds: ['search'],
      cut: { read: 1000, of: 1500 },
    })
    expect((await list([search('guest999')])).data.map(({ id }) => id)).toEqual(['999'])
  })

  test('invalidating a resource’s lists also invalidates its cached whole list', async () => {
    answer = deaf(24)
    await list([search('navarro')])
    await client.invalidateQueries({
      queryKey: keys().data().resource('users').action('list').get(),
    })
    seen = []
    await list([search('navarro')])
    expect(queries()).toEqual(['?page=1&limit=100'])
  })
})

describe('a backend that applies the conditions gets no extra request', () => {
  const heeding = (url: URL) => {
    const { search: text = '', sort = '', isActive } = Object.fromEntries(url.searchParams)
    const rows = people(24).filter(
      (one) =>
        `${one.firstName} ${one.lastName}`.toLowerCase().includes(text) &&
        (isActive === undefined || String(one.isActive) === isActive),
    )
    return usersOf(sort.startsWith('-') ? rows.reverse() : rows, url)
  }

  test.each<[string, CrudFilter[], CrudSort[]]>([
    ['a search', [search('navarro')], []],
    ['a search for nobody', [search('xyz')], []],
    ['a filter', [is('isActive', 'false')], []],
    ['an order', [], [{ field: 'firstName', order: 'asc' }]],
    ['an order, turned', [], [{ field: 'firstName', order: 'desc' }]],
  ])('%s', async (_, filters, sorters) => {
    answer = heeding
    expect(await list(filters, sorters)).not.toHaveProperty('ignoredKinds')
    expect(seen).toHaveLength(1)
  })

  test('a backend that searches hidden fields is trusted after one request without the search', async () => {
    answer = (url) => usersOf(people(url.searchParams.get('search') === 'pilot' ? 3 : 24), url)
    const found = await list([search('pilot')])
    expect(found).toMatchObject({ total: 3 })
    expect(found).not.toHaveProperty('ignoredKinds')
    await list([search('pilot')])
    expect(seen).toHaveLength(3)
  })
})

describe('a whole list from a backend with paging', () => {
  const fields = Array.from({ length: 33 }, (_, at) => ({ id: at + 1, name: `Field ${at + 1}` }))
  const paging = (most: number) => (url: URL) => ({
    careerFields: pageOf(fields, url, most),
    pagination: { total: fields.length },
  })
  const all = () => provider.getList({ resource: 'career-fields', pagination: { mode: 'off' } })

  test.each([
    ['as asked', 100, 2],
    ['by ten at most', 10, 5],
  ])('is read to its end, if it pages %s', async (_, most, calls) => {
    answer = paging(most)
    expect((await all()).data.map(({ name }) => name)).toEqual(fields.map(({ name }) => name))
    expect(seen).toHaveLength(calls)
    const last = await provider.getList({
      resource: 'career-fields',
      pagination: { currentPage: 4, pageSize: 10 },
    })
    expect(last.total).toBe(33)
    expect(last.data.map(({ name }) => name)).toEqual(['Field 31', 'Field 32', 'Field 33'])
  })

  test('names of records beyond the first page are known', async () => {
    answer = paging(10)
    const { data = [] } =
      (await provider.getMany?.({ resource: 'career-fields', ids: ['32', '2'] })) ?? {}
    expect(data.map(({ name }) => name)).toEqual(['Field 32', 'Field 2'])
  })

  test('a repeated page ends the reading, and missing records are reported', async () => {
    answer = () => ({ careerFields: fields.slice(0, 10), pagination: { total: 3000 } })
    expect(await all()).toMatchObject({ total: 10, cut: { read: 10, of: 3000 } })
    expect(seen.length).toBeLessThan(10)
  })

  test('at most 1,000 records are read', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: at + 1, name: `Field ${at}` }))
    answer = (url) => ({ careerFields: pageOf(many, url), totalItems: 5000 })
    expect(await all()).toMatchObject({ total: 1000, cut: { read: 1000, of: 5000 } })
    expect(seen.length).toBeLessThan(13)
  })
})

describe('records by their ids', () => {
  const all = people(250)
  const many = async (ids: string[]) =>
    (await provider.getMany?.({ resource: 'users', ids }))?.data.map(({ id }) => id)
  const byIds = (url: URL) => {
    const ids = url.searchParams.get('ids')?.split(',') ?? []
    return { users: all.filter(({ id }) => ids.includes(String(id))) }
  }

  test('are requested by the hundred, and returned in the requested order without missing ones', async () => {
    answer = byIds
    expect(await many(['7', 'gone', '2'])).toEqual(['7', '2'])
    expect(queries()).toEqual(['?ids=7,gone,2'])
    seen = []
    const wanted = all.map(({ id }) => String(id))
    expect(await many(wanted)).toEqual(wanted)
    expect(seen.map((url) => url.searchParams.get('ids')?.split(',').length)).toEqual([
      100, 100, 50,
    ])
  })

  test.each([
    ['ignores', 200],
    ['refuses', 400],
  ])(
    'are read from the whole list of a backend that %s the parameter, which it gets once',
    async (_, status) => {
      answer = (url, response) => {
        if (url.searchParams.has('ids')) response.statusCode = status
        return usersOf(all, url)
      }
      expect(await many(['150', '3'])).toEqual(['150', '3'])
      expect(await many(['4'])).toEqual(['4'])
      expect(queries()).toEqual([
        '?ids=150,3',
        '?page=1&limit=100',
        '?page=2&limit=100',
        '?page=3&limit=100',
      ])
    },
  )

  test('a failure is one', async () => {
    answer = (_, response) => {
      response.statusCode = 503
      return { error: { message: 'Busy.' } }
    }
    await expect(many(['1'])).rejects.toMatchObject({ message: 'Busy.' })
  })
})

describe('a 404 is remembered', () => {
  const missing = (_: URL, response: ServerResponse) => {
    response.statusCode = 404
    return {}
  }

  test('a missing list, until the backend has it', async () => {
    answer = missing
    const messages = () => provider.getList({ resource: 'messages', filters: [] })
    await expect(messages()).rejects.toMatchObject({ statusCode: 404 })
    expect(backend.hasCapability('/messages')).toBe(false)
    answer = () => ({ messages: [], count: 0 })
    await messages()
    expect(backend.hasCapability('/messages')).toBe(true)
  })

  test('a missing page or search does not mean that the list is missing', async () => {
    answer = missing
    await expect(list([], [], 7)).rejects.toMatchObject({ statusCode: 404 })
    await expect(list([search('x')])).rejects.toMatchObject({ statusCode: 404 })
    expect(backend.hasCapability('/users')).toBeUndefined()
  })
})
