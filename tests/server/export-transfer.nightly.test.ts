import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_FORMATS, EXPORT_PATH, type ExportFormat } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { readCsv } from '../support/read-export.ts'

/** More than sockets and streams can buffer. */
const EVENTS = 40_000

let server: TestApp
let port: number
let open: ClientRequest[] = []
let lines: string[] = []
beforeAll(async () => {
  server = await startApp({
    env: { CORS_ORIGINS: 'https://console.example.org' },
    onLog: (line) => {
      if (!line.includes('"answered"')) lines.push(line)
    },
  })
  await query(
    server.connection,
    `insert into events (id, type, user_id, at, feature) select gen_random_uuid(), 'feature_used',
      gen_random_uuid(), timestamptz '2026-03-01' + make_interval(secs => n),
      ${Array.from({ length: 10 }, () => 'gen_random_uuid()::text').join(' || ')}
     from generate_series(1, ${EVENTS}) n`,
  )
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(async () => {
  for (const request of open) request.destroy()
  open = []
  await letGo()
  lines = []
})

interface Transfer {
  request: ClientRequest
  response: IncomingMessage
  /** Reads on to the end. Rejects when the transfer breaks off. */
  rest(): Promise<Buffer>
}

/** Begins an export of all events and reads nothing of it yet. */
function begin(format: ExportFormat = 'csv', token = server.token): Promise<Transfer> {
  const path = `${EXPORT_PATH}?dataType=events&format=${format}&startDate=2026-03-01&endDate=2026-03-31`
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, origin: 'https://console.example.org' }
    const request = get({ port, path: API_BASE + path, headers, agent: false }, (response) => {
      // It may fail before it is read.
      let failure: Error | undefined
      response.on('error', (error) => {
        failure = error
      })
      const rest = async () => {
        if (failure) throw failure
        const pieces: Buffer[] = []
        for await (const piece of response) pieces.push(piece)
        return Buffer.concat(pieces)
      }
      resolve({ request, response, rest })
    })
    request.on('error', reject)
    open.push(request)
  })
}

/** Connections that exports hold in the database. */
async function connections(): Promise<number> {
  const [row] = await query<{ n: number }>(
    server.connection,
    `select count(*)::int as n from pg_stat_activity
     where application_name = 'waymark-export' and datname = current_database()`,
  )
  return row?.n ?? 0
}

/**
 * Waits until no export holds a connection, each let go of by the server: one that it holds for a reader who stands
 * still is ended by the database in the end, and the log says so.
 */
async function letGo(): Promise<void> {
  await expect.poll(connections).toBe(0)
  expect(lines.filter((line) => line.includes(STOOD_STILL))).toEqual([])
}

const STOOD_STILL = 'idle-in-transaction timeout'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a transfer', () => {
  test('is chunked, has the number of rows in its headers, and releases its connection', async () => {
    const { response, rest } = await begin()
    expect(response.headers['transfer-encoding']).toBe('chunked')
    expect(response.headers['x-total-rows']).toBe(String(EVENTS))
    const exposed = response.headers['access-control-expose-headers']
    expect(exposed).toContain('content-disposition')
    expect(exposed).toContain('x-total-rows')
    expect(readCsv(await rest()).records).toHaveLength(EVENTS)
    expect(response.complete).toBe(true)
    expect(await connections()).toBe(0)
  })

  test.each(EXPORT_FORMATS)(
    'as %s ends with a visible error when the database fails',
    async (format) => {
      const { response, rest } = await begin(format)
      await query(
        server.connection,
        `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'waymark-export' and datname = current_database()`,
      )
      await expect(rest()).rejects.toThrow('aborted')
      expect(response.complete).toBe(false)
      expect(lines.at(-1)).toContain('export failed')
      expect((await server.call('GET', '/users')).status).toBe(200)
    },
  )

  test('is cut off when its user signs out or loses the admin role', async () => {
    const second = await server.user({ role: 'admin' })
    const third = await server.user({ role: 'admin' })
    const [ofSecond, ofThird] = [await begin('csv', second.token), await begin('xlsx', third.token)]
    await server.call('POST', '/auth/logout', { token: second.token })
    await server.call('PUT', `/users/${third.id}`, { body: { role: 'user' } })
    await letGo()
    await expect(ofSecond.rest()).rejects.toThrow('aborted')
    await expect(ofThird.rest()).rejects.toThrow('aborted')
  })

  test('waits behind two others, then answers 503 with Retry-After', async () => {
    const [first] = [await begin(), await begin()]
    const asked = Date.now()
    const third = await begin()
    expect(third.response.statusCode).toBe(503)
    expect(Number(third.response.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(String(await third.rest()))).toMatchObject({ error: { code: 'unavailable' } })
    expect(Date.now() - asked).toBeLessThan(5000)
    const fourth = begin()
    await pause(200)
    // Frees its place at once.
    first.response.destroy()
    expect((await fourth).response.statusCode).toBe(200)
    // Exports of charts do not queue.
    const charts = await server.call('GET', `${EXPORT_PATH}?dataType=all&format=csv`)
    expect(charts.status).toBe(200)
  })

  test('shows one moment, also during writes', async () => {
    const { rest } = await begin()
    await query(server.connection, `delete from events where at > '2026-03-01 12:00Z'`)
    expect(readCsv(await rest()).records).toHaveLength(EVENTS)
  })
})
