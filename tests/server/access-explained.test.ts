import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor,support' } })
})
afterAll(() => server.close())

test('GET /access/explain explains a field and a condition, to admins of all roles, to others of their own', async () => {
  const [support = '', editor = '', user = ''] = await Promise.all(
    ['support', 'editor', 'user'].map(async (role) => (await server.user({ role })).token),
  )
  const path = '/access/explain?role=support&action=update&resource=users'
  const own = await server.call('GET', path, { token: support })
  expect(own.body).toEqual({
    role: 'support',
    action: 'update',
    resource: 'users',
    allowed: true,
    rule: 'users.access.update',
    message: 'The role support may change users.',
    only: { role: ['user'] },
  })
  const field = await server.call('GET', `${path}&field=role`)
  expect(field.body).toMatchObject({
    allowed: false,
    rule: 'users.access.fields.role.write',
    message: "The role support may not change 'role' of users.",
  })
  expect(Object((await server.call('GET', path, { token: editor })).body.error).rule).toBe(
    'access.explain',
  )
  expect((await server.call('GET', path, { token: user })).status).toBe(403)
  expect((await server.call('GET', `${path}&field=rule`)).status).toBe(404)
})
