import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { startApp, type TestApp } from '../support/app.ts'

/** The calls of the specification's section 7, one by one. */
const SPECIFIED = [
  'POST /auth/login',
  'POST /auth/logout',
  'GET /profile',
  'GET /users/profile',
  'GET /admin/dashboards',
  'POST /admin/dashboards',
  'GET /admin/dashboards/{id}',
  'PUT /admin/dashboards/{id}',
  'DELETE /admin/dashboards/{id}',
  'GET /admin/widget-data',
  'GET /admin/system-overview',
  'GET /users',
  'GET /users/{id}',
  'PUT /users/{id}',
  'DELETE /users/{id}',
  'POST /auth/register',
  'GET /missions/templates',
  'POST /missions/templates',
  'GET /missions/templates/{id}',
  'PUT /missions/templates/{id}',
  'DELETE /missions/templates/{id}',
  'GET /protocols/templates',
  'POST /protocols/templates',
  'GET /protocols/templates/{id}',
  'PUT /protocols/templates/{id}',
  'DELETE /protocols/templates/{id}',
  'GET /mentors',
  'POST /mentors',
  'GET /mentors/{id}',
  'PUT /mentors/{id}',
  'DELETE /mentors/{id}',
  'GET /career-fields',
  'POST /career-fields',
  'PUT /career-fields/{id}',
  'DELETE /career-fields/{id}',
  'GET /analytics/engagement',
  'GET /analytics/missions',
  'GET /analytics/protocols',
  'GET /analytics/growth',
  'GET /analytics/export',
]

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

test('every call of the specification is served and described', async () => {
  const { paths } = (await server.call('GET', '/openapi.json', { token: '' })).body
  for (const call of SPECIFIED) {
    const [method = '', path = ''] = call.split(' ')
    expect(Object(paths)[API_BASE + path], call).toHaveProperty(method.toLowerCase())
  }
})

test('every specified path answers its method; only the record or the input is missing', async () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  for (const call of SPECIFIED) {
    const [method = '', path = ''] = call.split(' ')
    // Sign-out comes last: it ends the session of this test.
    if (path === '/auth/logout') continue
    const { status, body } = await server.call(method, path.replace('{id}', id))
    const message = String(Object(body.error).message)
    expect(message, call).not.toBe('Nothing exists at this address.')
    expect([200, 400, 404], call).toContain(status)
    expect(status === 404, call).toBe(path.includes('{id}'))
  }
  expect((await server.call('POST', '/auth/logout')).status).toBe(204)
})
