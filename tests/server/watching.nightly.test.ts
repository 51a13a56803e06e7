import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { ADMIN, query, startApp, type TestApp } from '../support/app.ts'
import { routesOf } from '../support/routes.ts'

const TOKEN = 'metrics-for-nobody-else'
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const open: TestApp[] = []
const start = async (...setup: Parameters<typeof startApp>) => {
  const server = await startApp(...setup)
  open.push(server)
  return server
}
afterEach(async () => {
  for (const server of open.splice(0)) await server.close().catch(() => undefined)
})

const read = async ({ app }: TestApp, headers: Record<string, string> = {}, from = '127.0.0.1') => {
  const answer = await app.inject({ url: '/metrics', headers, remoteAddress: from })
  return { status: answer.statusCode, text: answer.body, type: answer.headers['content-type'] }
}
const seriesOf = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'))
const withToken = { authorization: `Bearer ${TOKEN}` }

describe('probes', () => {
  test('say what is missing, at the API and at the root', async () => {
    const server = await start()
    for (const base of ['/api/v1', '']) {
      const ask = (probe: string) => server.app.inject({ url: `${base}/health/${probe}` })
      expect((await ask('live')).json()).toEqual({ status: 'alive' })
      expect((await ask('ready')).json()).toEqual({ status: 'ready' })
    }
    await query(server.connection, 'delete from migrations')
    await expect
      .poll(async () => (await server.app.inject({ url: '/health/ready' })).json())
      .toMatchObject({ error: { message: expect.stringContaining('not upgraded') } })
    await server.store.rolling.end()
    const gone = () => server.app.inject({ url: '/health/ready' })
    await expect
      .poll(async () => (await gone()).json())
      .toMatchObject({ error: { message: expect.stringContaining('does not answer') } })
    expect((await gone()).statusCode).toBe(503)
    expect((await server.call('GET', '/health/live', { token: '' })).status).toBe(200)
  })
})

describe('metrics', () => {
  test('are off by default', async () => {
    const server = await start()
    expect((await read(server, withToken)).status).toBe(404)
  })

  test('need the token or an allowed address, not a forwarded one', async () => {
    const byToken = await start({ env: { METRICS_TOKEN: TOKEN } })
    expect((await read(byToken)).status).toBe(401)
    expect((await read(byToken, { authorization: 'Bearer guess' })).status).toBe(401)
    expect(await read(byToken, withToken)).toMatchObject({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
    })
    const byAddress = await start({ env: { METRICS_FROM: '127.0.0.1,10.9.0.0/16,fd00::/8' } })
    for (const from of ['127.0.0.1', '10.9.8.7', '::ffff:10.9.8.7', 'fd00::9'])
      expect((await read(byAddress, {}, from)).status, from).toBe(200)
    expect((await read(byAddress, {}, '10.8.0.1')).status).toBe(403)
    // An undeclared proxy on this machine would forward anybody.
    expect((await read(byAddress, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403)
  })

  test('report requests, sign-ins, events, jobs and the database in valid format', async () => {
    const server = await start({ env: { METRICS_TOKEN: TOKEN, DATA_DIR: '/tmp' } })
    server.background.schedule('a job', { everyMs: 60_000, deadlineMs: 1000 }, async () => {})
    await server.signIn(ADMIN.email, 'a-wrong-password')
    const user = await server.user()
    const event = {
      eventType: 'user_signed_in',
      user: user.id,
      timestamp: new Date().toISOString(),
    }
    const sent = await server.call('POST', '/events', { body: { events: [{ ...event, id: ID }] } })
    expect(sent.status, sent.text).toBe(202)
    // A reading waits for the database no longer than a moment: what comes later stands in the next.
    const told = async () => (await read(server, withToken)).text
    await expect.poll(told).toContain('waymark_event_batches_waiting 1')
    await server.insight.facts.rollUp()
    // More routes than there are series for, and what no route is for.
    for (const route of routesOf(server.app)) {
      const [method = '', path = ''] = route.split(' ')
      await server.call(method, path.replaceAll(/\{\w+\}/g, 'secret-name'), { token: '' })
    }
    await server.call('GET', '/no/such/secret-path')
    await expect.poll(told).toContain('waymark_event_batches_waiting 0')
    const text = await told()
    const series = seriesOf(text)
    expect(series.length).toBeGreaterThan(100)
    expect(new Set(series.map((line) => line.replace(/ \S+$/, ''))).size).toBe(series.length)
    expect(text).not.toContain('secret')
    expect(text).toContain('waymark_sign_ins_total{outcome="wrong"} 1')
    expect(text).toMatch(
      /waymark_http_request_seconds_count\{method="POST",route="\/api\/v1\/auth\/login",status="2xx"\} \d/,
    )
    expect(text).toMatch(/_count\{method="GET",route="none",status="4xx"\} \d/)
    expect(text).toContain('waymark_events_accepted_total 1')
    expect(text).toContain('waymark_events_counted_total 1')
    expect(text).toContain('waymark_database_up 1')
    expect(text).toContain('waymark_event_batches_waiting 0')
    expect(text).toMatch(/waymark_pool_size\{pool="requests"\} 6/)
    const [, ...drawn] = readFileSync('docs/grafana/waymark.json', 'utf8').split(
      /\b(?=(?:waymark|process|nodejs)_)/,
    )
    for (const [name] of drawn.map((one) => one.match(/^\w+/) ?? []))
      expect(text, name).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
    if (spawnSync('promtool', ['--version']).status === 0)
      expect(execFileSync('promtool', ['check', 'metrics'], { input: text }).toString()).toBe('')

    await server.store.rolling.end()
    await expect.poll(told).toContain('waymark_database_up 0')
  })
})

describe('the log of requests', () => {
  const linesOf = async (env: Record<string, string>, work: (server: TestApp) => Promise<void>) => {
    const lines: Record<string, unknown>[] = []
    const server = await start({
      env,
      onLog: (line) => lines.push(JSON.parse(line)),
      logLevel: 'warn',
    })
    await work(server)
    return lines.filter(({ msg }) => msg === 'answered')
  }

  test('has a line for each answer if it is on, without secrets', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`
    const env = { ACCESS_LOG: 'on', TRUST_PROXY: '127.0.0.1' }
    const lines = await linesOf(env, async (server) => {
      const headers = { 'x-request-id': 'of_the-proxy-1', traceparent, tracestate: 'vendor=a:1' }
      const known = await server.call('GET', `/users/${server.adminId}?x=secret`, { headers })
      expect(known.headers).toMatchObject(headers)
      const forged = { 'x-request-id': 'a b"}', traceparent: `00-${'0'.repeat(32)}-1-01` }
      const answer = await server.call('GET', '/nothing', { headers: forged })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/)
      expect(answer.headers.traceparent).toBeUndefined()
      // Nobody but the proxy names requests; a trace may be anybody's.
      const visitor = await server.call('GET', '/nothing', { headers, from: '198.51.100.9' })
      expect(visitor.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/)
      expect(visitor.headers.traceparent).toBe(traceparent)
      const long = { 'x-request-id': 'a'.repeat(65) }
      const longer = await server.call('GET', '/nothing', { headers: long })
      expect(longer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/)
    })
    expect(lines.at(-4)).toMatchObject({
      method: 'GET',
      route: '/api/v1/users/:id',
      status: 200,
      reqId: 'of_the-proxy-1',
      trace,
      address: '127.0.0.1',
    })
    expect(lines.at(-3)).not.toHaveProperty('trace')
    expect(JSON.stringify(lines)).not.toContain('secret')
    expect(await linesOf({}, async (server) => void (await server.call('GET', '/users')))).toEqual(
      [],
    )
  })
})
