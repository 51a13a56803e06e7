import type { Server, ServerResponse } from 'node:http'
import type { DataProvider } from '@refinedev/core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { listening } from '../../../../tests/support/listening.ts'

let server: Server
let provider: DataProvider
let seen: URL[] = []
let answer: (url: URL, response: ServerResponse) => unknown
let forget: () => void

/** Missions m1 … m250 of some backend. */
const all = Array.from({ length: 250 }, (_, at) => ({
  _id: `m${at + 1}`,
  title: `Mission ${at + 1}`,
}))

beforeAll(async () => {
  const own = await listening((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    seen.push(url)
    const body = answer(url, response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  server = own.server
  vi.stubEnv('VITE_API_URL', own.url)
  provider = (await import('../data-provider.ts')).dataProvider(registry)
  forget = (await import('#admin/http/backend.ts')).forget
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(() => {
  seen = []
  forget()
})

const idsOf = (rows: { id?: unknown }[]) => rows.map(({ id }) => id)
const many = async (ids: string[], resource = 'missions') =>
  idsOf((await provider.getMany?.({ resource, ids }))?.data ?? [])

function page(rows: typeof all, url: URL, ownLimit = 100) {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 10), ownLimit)
  const current = Number(url.searchParams.get('page') ?? 1)
  return {
    missions: rows.slice((current - 1) * limit, current * limit),
    pagination: { page: current, limit, total: rows.length },
  }
}

test('many records are one request, in the order asked for, without those that are gone', async () => {
  answer = (url) => {
    const ids = url.searchParams.get('ids')?.split(',') ?? []
    const missions = all.filter(({ _id }) => ids.includes(_id))
    return { missions, pagination: { page: 1, limit: 100, total: missions.length } }
  }
  expect(await many(['m7', 'gone', 'm2'])).toEqual(['m7', 'm2'])
  expect(seen.map(String)).toEqual(['http://x/api/v1/missions/templates?ids=m7,gone,m2'])
})

test('more than a hundred go by the hundred', async () => {
  answer = (url) => {
    const ids = url.searchParams.get('ids')?.split(',') ?? []
    return { missions: all.filter(({ _id }) => ids.includes(_id)) }
  }
  const wanted = all.map(({ _id }) => _id)
  expect(await many(wanted)).toEqual(wanted)
  expect(seen.map((url) => url.searchParams.get('ids')?.split(',').length)).toEqual([100, 100, 50])
})

test('WIRE-01 a foreign backend that ignores ids is read page by page until all are met', async () => {
  answer = (url) => page(all, url)
  expect(await many(['m150', 'm3'])).toEqual(['m150', 'm3'])
  expect(seen.map(({ search }) => search)).toEqual([
    '?ids=m150,m3',
    '?page=1&limit=100',
    '?page=2&limit=100',
  ])
})

test('WIRE-07 one that ignored ids is not asked by them again', async () => {
  answer = (url) => page(all, url)
  await many(['m3'])
  seen = []
  expect(await many(['m4'])).toEqual(['m4'])
  expect(seen.map(({ search }) => search)).toEqual(['?page=1&limit=100'])
})

test('WIRE-01 one that refuses the parameter, tells no total and caps its pages is read as well', async () => {
  answer = (url, response) => {
    if (!url.searchParams.has('ids')) return page(all, url, 50).missions
    response.statusCode = 400
    return { error: { message: 'Unknown parameter.' } }
  }
  expect(await many(['m120', 'gone'])).toEqual(['m120'])
  // Ten pages at most, each with something new but none after the fifth.
  expect(seen).toHaveLength(7)
})

test('WIRE-01 one whose list is whole is read once more at most', async () => {
  const careerFields = [
    { id: 1, name: 'Law' },
    { id: 2, name: 'Art' },
  ]
  answer = () => ({ data: careerFields })
  expect(await many(['2', '9'], 'career-fields')).toEqual(['2'])
  expect(seen.length).toBeLessThanOrEqual(2)
})

test('a failure is one', async () => {
  answer = (_, response) => {
    response.statusCode = 503
    return { error: { message: 'Busy.' } }
  }
  await expect(many(['m1'])).rejects.toMatchObject({ message: 'Busy.' })
})
