import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chooseZone } from '#admin/format/region.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { listening } from '../../../../tests/support/listening.ts'

const users = registry.find(({ page }) => page === 'users') as Resource
let asked: URLSearchParams
let close: () => void
let list: typeof import('./simple-rest.ts').simpleRest.list

beforeAll(async () => {
  const { server, url } = await listening((request, response) => {
    asked = new URL(request.url ?? '', 'http://x').searchParams
    response.setHeader('content-type', 'application/json')
    response.end('[]')
  })
  close = () => server.close()
  vi.stubEnv('VITE_API_URL', url)
  list = (await import('./simple-rest.ts')).simpleRest.list
})
afterAll(() => close())
afterEach(() => chooseZone(undefined))

const filtered = async (query: Record<string, string>) => {
  await list(users, { page: 1, limit: 10, ...query })
  return [...asked].filter(([name]) => !name.startsWith('_'))
}

test('each of several choices is a parameter of its own, as such backends read them', async () => {
  expect(await filtered({ role: 'admin' })).toEqual([['role', 'admin']])
  expect(await filtered({ role: 'admin,user' })).toEqual([
    ['role', 'admin'],
    ['role', 'user'],
  ])
})

test('days begin and end in the reader’s zone', async () => {
  chooseZone('America/Los_Angeles')
  expect(await filtered({ createdAt_from: '2026-11-20', createdAt_to: '2026-11-20' })).toEqual([
    ['createdAt_gte', '2026-11-20T08:00:00.000Z'],
    ['createdAt_lte', '2026-11-21T07:59:59.999Z'],
  ])
})
