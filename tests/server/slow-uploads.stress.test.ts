import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { csv, read } from '../support/imports.ts'

/** The time limit for a body, or for the next data of a file. */
const LIMIT_MS = 30_000
const ENOUGH = 16 * 1024

let server: TestApp
let port = 0
/** The server's ends of the connections. */
const ends: Socket[] = []
beforeAll(async () => {
  server = await startApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(Object(server.app.server.address()).port)
  server.app.server.on('connection', (socket) => ends.push(socket))
})
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Line {
  /** Sends bytes and waits until the server has them. */
  send(bytes: string | Buffer): Promise<void>
  answer(): string
  /** As the server sees it. */
  isOpen(): boolean
}

/** A connection whose request the test sends in steps. */
async function line(path: string, type: string, length: number, token = server.token) {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  socket.on('error', () => undefined)
  let sent = 0
  const known = ends.length
  await expect.poll(() => ends.length).toBe(known + 1)
  const end = ends.at(-1)
  const one: Line = {
    async send(bytes) {
      socket.write(bytes)
      sent += Buffer.byteLength(bytes)
      await expect.poll(() => end?.bytesRead).toBe(sent)
    },
    answer: () => said,
    isOpen: () => end?.destroyed === false,
  }
  await one.send(
    `POST ${API_BASE}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return one
}

const ROWS = 2000
const file = csv(
  ['Name', 'Description'],
  Array.from({ length: ROWS }, (_, at) => ({ Name: `Field ${at}`, Description: 'x'.repeat(60) })),
)

test('a slow upload is read to its end as long as data arrives', async () => {
  const upload = await line('/career-fields/imports?name=slow.csv', 'text/csv', file.length)
  let at = 0
  for (; at + ENOUGH < file.length; at += ENOUGH) {
    await upload.send(file.slice(at, at + ENOUGH))
    vi.advanceTimersByTime(LIMIT_MS)
    expect(upload.isOpen()).toBe(true)
  }
  expect(at / ENOUGH).toBeGreaterThan(5)
  await upload.send(file.slice(at))
  await expect.poll(() => upload.answer()).toMatch(/^HTTP\/1\.1 201 .*\}$/s)
  const { id, rows } = JSON.parse(upload.answer().split('\r\n\r\n')[1] ?? '')
  expect(await read(server, `/career-fields/imports/${id}`)).toMatchObject({ rows })
  // After the upload there is no time limit.
  vi.advanceTimersByTime(LIMIT_MS * 3)
  expect(upload.isOpen()).toBe(true)
})

test('a stalled upload, and any other slow body, is refused after 30 seconds', async () => {
  const drops = await line('/career-fields/imports?name=drops.csv', 'text/csv', file.length)
  await drops.send(file.slice(0, ENOUGH))
  vi.advanceTimersByTime(LIMIT_MS)
  expect(drops.isOpen()).toBe(true)
  await drops.send(file.slice(ENOUGH, ENOUGH + 100))
  const given = () => {
    vi.advanceTimersByTime(LIMIT_MS)
    return drops.isOpen()
  }
  // The server may still be reading the former bytes.
  await expect.poll(given).toBe(false)
  await expect.poll(drops.answer).toMatch(/^HTTP\/1\.1 408 .*took too long to arrive/s)

  const record = await line('/career-fields', 'application/json', 100_000)
  await record.send(`{"name":"${'x'.repeat(2 * ENOUGH)}`)
  vi.advanceTimersByTime(LIMIT_MS)
  expect(record.isOpen()).toBe(false)
  await expect.poll(record.answer).toMatch(/^HTTP\/1\.1 408 /)
})
