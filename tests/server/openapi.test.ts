import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { registry } from '#resources/index.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { sampleWith } from '../support/values.ts'

interface Operation {
  summary?: string
  security?: unknown[]
  responses: Record<string, { content?: unknown }>
}

let server: TestApp
let calls: { method: string; path: string; operation: Operation }[]
beforeAll(async () => {
  server = await startApp()
  const document = (await server.call('GET', '/openapi.json', { token: '' })).body
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
})
afterAll(() => server.close())

/** Every route of the router below the API's base, as 'GET /api/v1/users/{id}'. */
function routes(): string[] {
  const found: string[] = []
  const stack: { depth: number; part: string }[] = []
  for (const line of server.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (!part) continue
    const depth = indent.length / 4
    while ((stack.at(-1)?.depth ?? -1) >= depth) stack.pop()
    stack.push({ depth, part })
    const path = stack.map((one) => one.part).join('')
    for (const method of methods.split(', '))
      if (method && method !== 'HEAD' && path.startsWith(`${API_BASE}/`))
        found.push(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  }
  return found.sort()
}

test('API-01 the description lists the routes of the router, and no other', () => {
  const described = calls.map(({ method, path }) => `${method} ${path}`).sort()
  expect(described.length).toBeGreaterThan(10)
  expect(described).toEqual(routes())
})

test('API-01 every call of this part of the specification is there', () => {
  const described = calls.map(({ method, path }) => `${method} ${path.replace(API_BASE, '')}`)
  for (const call of [
    'POST /auth/login',
    'POST /auth/logout',
    'GET /profile',
    'GET /users/profile',
    'GET /users',
    'POST /auth/register',
    'GET /users/{id}',
    'PUT /users/{id}',
    'DELETE /users/{id}',
    'GET /career-fields',
    'POST /career-fields',
    'PUT /career-fields/{id}',
    'DELETE /career-fields/{id}',
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
    'GET /admin/system-overview',
    'GET /health',
    'GET /openapi.json',
  ])
    expect(described).toContain(call)
})

test('API-02 what the description calls open is open, and everything else asks for a token', async () => {
  const { token } = await server.user()
  const open = ['POST /auth/login', 'GET /health', 'GET /openapi.json']
  const signedIn = ['POST /auth/logout', 'GET /profile', 'GET /users/profile']
  for (const { method, path, operation } of calls) {
    const call = `${method} ${path.replace(API_BASE, '')}`
    const isOpen = operation.security?.length === 0
    expect(isOpen, call).toBe(open.includes(call))
    if (isOpen) continue
    const at = path.replace('{id}', '01890a5d-ac96-774b-bcce-b302099a8057')
    for (const bad of ['', 'garbage', 'A'.repeat(43)])
      expect((await server.call(method, at, { token: bad })).status, call).toBe(401)
    if (!signedIn.includes(call))
      expect((await server.call(method, at, { token })).status, call).toBe(403)
    expect(operation.responses, call).toHaveProperty('401')
  }
})

test('every call has a summary and an answer', () => {
  for (const { operation, path } of calls) {
    expect(operation.summary, path).toBeTruthy()
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
  }
})

test('the page for people shows each call and loads nothing from elsewhere', async () => {
  const { text, headers } = await server.call('GET', '/api/docs', { token: '' })
  expect(headers['content-type']).toContain('text/html')
  for (const { path, operation } of calls) {
    expect(text).toContain(path)
    expect(text).toContain(operation.summary)
  }
  expect(text).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)|onclick|style="/)
})

test('API-01 samples, edits and answers are what the description says of them', async () => {
  const document = (await server.call('GET', '/openapi.json', { token: '' })).body
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...document })
  const at = (...path: string[]) => ({
    $ref: `api#/${path.map((one) => one.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
  })
  const expectValid = (schema: object, value: unknown) => {
    const isValid = ajv.compile(schema)
    expect(isValid(value), JSON.stringify(isValid.errors)).toBe(true)
  }
  const json = ['content', 'application/json', 'schema']
  for (const resource of registry) {
    const { create, path } = resource.api
    const settled = await settle(server, resource, registry)
    const made = await addRecord(server, resource, sampleWith(settled, 'api'))
    const [posts, items] = [`${API_BASE}${create}`, `${API_BASE}${path}/{id}`]
    expectValid(at('paths', posts, 'post', 'requestBody', ...json), resource.sample)
    expectValid(at('paths', items, 'put', 'requestBody', ...json), made)
    expectValid(at('paths', items, 'put', 'requestBody', ...json), {})
    expectValid(at('paths', items, 'get', 'responses', '200', ...json), made)
    const list = (await server.call('GET', path)).body
    expectValid(at('paths', `${API_BASE}${path}`, 'get', 'responses', '200', ...json), list)
  }
  const cleared = { profileImage: null, careerFields: [{ _id: 'a' }, 'b'] }
  const mentors = `${API_BASE}/mentors/{id}`
  expectValid(at('paths', mentors, 'put', 'requestBody', ...json), cleared)
  const overview = (await server.call('GET', '/admin/system-overview')).body
  const overviews = `${API_BASE}/admin/system-overview`
  expectValid(at('paths', overviews, 'get', 'responses', '200', ...json), overview)
})
