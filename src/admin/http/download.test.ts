import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let server: Server
let answer: (response: ServerResponse) => unknown
let seen: { url: string | undefined; accept: string | undefined }[] = []
let download: typeof import('./download.ts').download

/** What was handed to the browser. */
const saved = vi.hoisted(() => [] as { name: string; file: Blob }[])
vi.mock('./save-file.ts', () => ({
  saveFile: (file: Blob, name: string) => saved.push({ name, file }),
}))

// The real client against a real socket: only a socket can be cut.
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url, accept: request.headers.accept })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${port}`)
  download = (await import('./download.ts')).download
})

afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  saved.length = 0
  seen = []
})

const EXPORT = '/analytics/export'
const query = { dataType: 'users', format: 'csv', startDate: '2026-01-01', endDate: '2026-01-31' }
const fileName = 'users_2026-01-01_to_2026-01-31.csv'
const fetchIt = (signal = new AbortController().signal) =>
  download({ path: EXPORT, query }, { fileName, signal })

test('a whole file is saved under its name', async () => {
  const text = 'email\r\nada@example.org\r\nzoë@example.org\r\n'
  answer = (response) =>
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text)
  expect(await fetchIt()).toBe(new TextEncoder().encode(text).length)
  expect(saved.map(({ name }) => name)).toEqual([fileName])
  expect(await saved[0]?.file.text()).toBe(text)
  expect(seen).toEqual([
    {
      url: `/api/v1${EXPORT}?dataType=users&format=csv&startDate=2026-01-01&endDate=2026-01-31`,
      accept: '*/*',
    },
  ])
})

test('many megabytes arrive as they were sent', async () => {
  const piece = 'a,b,c\r\n'.repeat(100_000)
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    for (let at = 0; at < 30; at++) response.write(piece)
    response.end()
  }
  await fetchIt()
  expect(saved[0]?.file.size).toBe(piece.length * 30)
  expect(await saved[0]?.file.slice(-21).text()).toBe('a,b,c\r\n'.repeat(3))
})

test.each<[string, (response: ServerResponse) => unknown]>([
  [
    'broken off between two chunks',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write('email\r\n')
      setTimeout(() => response.destroy(), 50)
    },
  ],
  [
    'shorter than its length',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' })
      response.write('email\r\n')
      setTimeout(() => response.destroy(), 50)
    },
  ],
  [
    'a log-in page of the Wi-Fi',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Pay</html>'),
  ],
  ['empty', (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end()],
])('a transfer that is %s saves nothing and fails without a message', async (_, how) => {
  answer = how
  await expect(fetchIt()).rejects.toMatchObject({ name: 'HttpError', message: '' })
  expect(saved).toEqual([])
})

test('a refusal shows the server’s message', async () => {
  answer = (response) =>
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"error":{"code":"unavailable","message":"Two exports are running."}}')
  await expect(fetchIt()).rejects.toMatchObject({
    statusCode: 503,
    message: 'Two exports are running.',
  })
  expect(saved).toEqual([])
})

test('a file that is refused with 401 ends the session', async () => {
  const session = await import('#admin/http/session.ts')
  const user = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'a@example.org', role: 'admin' }
  const json = (status: number, body: object) => (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  answer = json(200, { token: 'mine', user })
  const { signIn } = await import('#admin/http/authenticate.ts')
  await signIn('a@example.org', 'secret')
  answer = json(401, { error: { code: 'unauthenticated', message: 'Sign in.' } })
  await expect(fetchIt()).rejects.toMatchObject({ statusCode: 401 })
  expect(session.currentSession().status).toBe('out')
})

test('a cancelled download is neither saved nor failed, and aborts the request', async () => {
  const stop = new AbortController()
  const closed = new Promise((resolve) => {
    answer = (response) => {
      response.once('close', resolve)
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write('email\r\n', () => stop.abort())
    }
  })
  expect(await fetchIt(stop.signal)).toBeUndefined()
  await closed
  expect(saved).toEqual([])
  expect(await fetchIt(stop.signal)).toBeUndefined()
})
