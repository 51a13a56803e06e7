import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createProxyWarnings } from '#server/http/proxy-warnings.ts'
import { startApp, type TestApp } from '../support/app.ts'

const statusOf = async (server: TestApp) =>
  Object((await server.call('GET', '/admin/widget-data?widgetType=systemStatus')).body.data)
/** The logged warnings without the security log. */
const warningsIn = (lines: readonly string[]) =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === 40 && msg !== 'security')
    .map(({ msg }) => msg)

/** Forwarded requests in a row that show a proxy. */
const IN_A_ROW = 20

/** A server with its log and output. */
async function listening(env: Record<string, string>) {
  const logged: string[] = []
  const said: string[] = []
  const server = await startApp({
    env,
    onLog: (line) => logged.push(line),
    onSay: (line) => said.push(line),
  })
  return { server, logged, said }
}

test.each(['forwarded'])(
  'a proxy that TRUST_PROXY does not name is reported once, by %s: log, output and System Status',
  async (header) => {
    const { server, logged, said } = await listening({})
    expect((await statusOf(server)).warnings).toEqual([])
    const headers = { [header]: '198.51.100.7' }
    for (const from of ['::ffff:172.18.0.3', '172.18.0.4'])
      for (let request = 0; request < IN_A_ROW; request += 1)
        await server.call('GET', '/health', { token: '', headers, from })
    const { status, warnings } = await statusOf(server)
    expect(status).toBe('healthy')
    expect(warnings).toEqual(
      ['172.18.0.3', '172.18.0.4'].map((peer) =>
        expect.stringContaining(`proxy at ${peer}, but TRUST_PROXY is off`),
      ),
    )
    expect(said).toEqual([`Warning: ${warnings[0]}`])
    expect(warningsIn(logged)).toEqual([warnings[0]])
    await server.close()
  },
)

test('a single forwarded request, a public address, or one that also connects directly is no proxy', async () => {
  const { server, logged, said } = await listening({})
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const ask = (from: string, sent = {}) =>
    server.call('GET', '/health', { token: '', headers: sent, from })
  await ask('127.0.0.1', headers)
  for (let request = 0; request < 2 * IN_A_ROW; request += 1) {
    await ask('203.0.113.9', headers)
    await ask('10.0.0.9', headers)
    if (request % 5 === 0) await ask('10.0.0.9')
  }
  expect((await statusOf(server)).warnings).toEqual([])
  expect([said, warningsIn(logged)]).toEqual([[], []])
  await server.close()
})

test('a trusted proxy causes no warning', async () => {
  const { server, logged, said } = await listening({ TRUST_PROXY: '10.0.0.0/8' })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  for (const from of ['10.0.0.1', '192.0.2.1'])
    await server.call('GET', '/health', { token: '', headers, from })
  expect((await statusOf(server)).warnings).toEqual([])
  expect([said, warningsIn(logged)]).toEqual([[], []])
  await server.close()
})

test.each<[env: Record<string, string>, isInClear: boolean]>([
  [{}, false],
  [{ HOST: '127.8.0.1' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '192.168.1.20' }, true],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://waymark.example.org' }, true],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://waymark.example.org' }, false],
  [{ HOST: '0.0.0.0', TRUST_PROXY: '172.18.0.0/16' }, false],
])('with %j the server warns of passwords in clear: %j', async (env, isInClear) => {
  const warnings = createProxyWarnings(await readConfig(env)).warnings()
  expect(warnings).toEqual(
    isInClear ? [expect.stringContaining(`HOST is ${env.HOST}, and no TLS is configured`)] : [],
  )
})

test('with an https PUBLIC_URL browsers get HSTS for this host alone', async () => {
  const { server } = await listening({ PUBLIC_URL: 'https://waymark.example.org' })
  const { headers } = await server.call('GET', '/health', { token: '' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  await server.close()
})
