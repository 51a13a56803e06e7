import type { Server, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { listening } from '../../../tests/support/listening.ts'
import type { FoundAll } from './search.ts'

let server: Server
let search: (text: string) => Promise<FoundAll>
let seen: URL[] = []
let answer: (url: URL, response: ServerResponse) => unknown
let session: typeof import('#admin/http/session.ts')

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
  const { searchAll } = await import('./search.ts')
  search = (text) => searchAll(registry, text, new AbortController().signal)
  session = await import('#admin/http/session.ts')
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  seen = []
  session.leave()
})

const told = ({ groups }: FoundAll) =>
  groups.map(({ resource, records }) => [resource.name, ...records.map(({ name }) => name)])

/** A backend of users and missions that knows of no search over all, and whose missions ignore theirs. */
function lists(url: URL, response: ServerResponse) {
  const path = url.pathname
  if (path.endsWith('/users'))
    return { users: [{ _id: 'u1', firstName: 'Ada', lastName: 'Walker', email: 'a@b.example' }] }
  if (path.endsWith('/missions/templates'))
    return {
      missions: [
        { _id: 'm1', title: 'Walk the walk' },
        { _id: 'm2', title: 'Sit' },
      ],
    }
  response.statusCode = 404
  return {}
}

test('our server gets one request for all resources, and a timeout of some is reported', async () => {
  const admin = { _id: 'a', firstName: '', lastName: '', email: '', role: 'admin', changes: true }
  session.enter('a-token', admin, false)
  answer = () => ({
    groups: [{ resource: 'users', records: [{ _id: '1', name: 'Ada' }], hasMore: true }],
    missing: ['mentors', 'unheard of'],
  })
  const found = await search('ada')
  expect(seen.map(({ pathname, search: query }) => [pathname.endsWith('/search'), query])).toEqual([
    [true, '?q=ada'],
  ])
  expect(found.groups).toMatchObject([{ records: [{ id: '1', name: 'Ada' }], hasMore: true }])
  expect(found.missing.map(({ name }) => name)).toEqual(['mentors'])
})

test('another backend is searched list by list, never over all', async () => {
  answer = lists
  const found = await search('walk')
  expect(told(found)).toEqual(
    expect.arrayContaining([
      ['users', 'Ada Walker'],
      ['missions/templates', 'Walk the walk'],
    ]),
  )
  expect(told(found)).toHaveLength(2)
  expect(seen.length).toBeLessThanOrEqual(6)
  expect(seen.filter(({ pathname }) => pathname.endsWith('/search'))).toEqual([])
})

test('lists that could not be searched are reported', async () => {
  answer = (_url, response) => {
    response.statusCode = 500
    return {}
  }
  const found = await search('walk')
  expect(found.groups).toEqual([])
  expect(found.missing.length).toBeGreaterThan(3)
})
