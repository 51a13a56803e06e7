import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { adminCommand } from '../support/command.ts'
import { eventOf, sendEvents } from '../support/events.ts'

let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  server = await startApp({ onLog: (line) => lines.push(line) })
})
afterAll(() => server.close())

const command = async (...args: string[]) => (await adminCommand(server, ...args)).said

async function makeToken(name: string): Promise<string> {
  const said = await command('token', '--name', name)
  const [, token = ''] = /^Token: (svc_[A-Za-z0-9_-]{43}) \(shown only once\)$/m.exec(said) ?? []
  expect(token, said).not.toBe('')
  return token
}

const event = () => eventOf(server.adminId, { eventType: 'feature_used', feature: 'Map' })
const tokens = () =>
  query<{ name: string; token_hash: Buffer; last_used_at: Date | null }>(
    server.connection,
    `select * from service_tokens where name = 'Noted'`,
  )

test('a service token opens only the events route, until it is revoked', async () => {
  const token = await makeToken('Mobile backend')
  expect((await sendEvents(server, [event()], { token })).status).toBe(202)

  const document = (await server.call('GET', '/openapi.json', { token: '' })).body
  const paths = Object.entries(document.paths as Record<string, Record<string, object>>)
  const guarded = paths.flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      'security' in operation ? [] : [{ method: method.toUpperCase(), path }],
    ),
  )
  expect(guarded.length).toBeGreaterThan(20)
  for (const { method, path } of guarded) {
    if (path === `${API_BASE}${EVENTS_PATH}`) continue
    const at = path.replace('{id}', server.adminId)
    const { status, body } = await server.call(method, at, { token })
    expect([status, Object(body.error).rule], `${method} ${path}`).toEqual([403, 'token.scopes'])
  }

  expect(await command('revoke-token', '--name', 'Mobile backend')).toBe(
    "Revoked the token 'Mobile backend'.\n",
  )
  const refused = await sendEvents(server, [event()], { token })
  expect([refused.status, Object(refused.body.error).code]).toEqual([401, 'unauthenticated'])
  expect((await server.call('GET', '/users', { token })).status).toBe(401)
})

test('the events route needs an admin or a service token', async () => {
  const { token } = await server.user()
  expect((await sendEvents(server, [event()], { token: '' })).status).toBe(401)
  expect((await sendEvents(server, [event()], { token: `svc_${'A'.repeat(43)}` })).status).toBe(401)
  expect((await sendEvents(server, [event()], { token: 'svc_short' })).status).toBe(401)
  expect((await sendEvents(server, [event()], { token })).status).toBe(403)
  expect((await sendEvents(server, [event()])).status).toBe(202)
})

test('only the hash of a token is stored, its last use is noted, and no log names it', async () => {
  const token = await makeToken('Noted')
  const [before] = await tokens()
  expect(before).toMatchObject({ name: 'Noted', last_used_at: null })
  expect(before?.token_hash).toEqual(createHash('sha256').update(token).digest())

  expect((await sendEvents(server, [event()], { token })).status).toBe(202)
  const [used] = await tokens()
  expect(Math.abs(Date.now() - Number(used?.last_used_at))).toBeLessThan(60_000)
  await server.call('GET', `/users?token=${token}`, { token })
  const log = lines.join('')
  expect(log).toContain(`"path":"${API_BASE}${EVENTS_PATH}"`)
  expect(log).not.toContain(token)
  expect(
    JSON.stringify(await query(server.connection, 'select * from service_tokens')),
  ).not.toContain(token)
  await command('revoke-token', '--name', 'Noted')
})

test('tokens are listed by name, creation and last use, without the token', async () => {
  const old = await makeToken('Backend')
  await makeToken('  伟 the second ')
  await sendEvents(server, [event()], { token: old })
  const said = await command('tokens')
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
  const [head, ...rows] = said.split('\n')
  expect(head).toMatch(/^Name +Created +Last used +Expires +Events +Permissions$/)
  for (const row of [
    `伟 the second +${time} +never +never +0 +events:send`,
    `Backend +${time} +${time} +never +0 +events:send`,
    `Mobile backend +${time} +${time} +revoked ${time} +[01] +events:send`,
  ])
    expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^${row}$`)))
  expect(said).not.toContain('svc_')
})

test.each([
  [['token', '--name', 'Backend'], "A token named 'Backend' already exists."],
  [['token'], '--name is missing.'],
  [['token', '--name', '\u200b'], '--name must be one line of at most 80 characters.'],
  [['revoke-token', '--name', 'Nobody'], "There is no token named 'Nobody'."],
  [['token', '--name', 'A', '--may', 'users'], '--may must be like users:read,update'],
  [['token', '--name', 'A', '--may', 'views:read'], 'must be one of career-fields, '],
  [['token', '--name', 'A', '--days', '0'], '--days must be a whole number from 1 to 9999.'],
])('npm run admin -- %j is refused with a reason', async (args, words) => {
  await expect(command(...args)).rejects.toThrow(words)
})
