import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANALYTICS_PATH, TABS } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES } from '#contract/dashboards.ts'
import { FORM_PATHS, STAMP } from '#contract/forms.ts'
import { registry } from '#resources/index.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { formOf, oldEnough } from '../support/forms.ts'
import { routesOf } from '../support/routes.ts'
import { sampleWith } from '../support/values.ts'

type Contents = Record<string, { example?: unknown; schema: { properties?: object } }>

interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  security?: unknown[]
  parameters?: { name: string; in: string; schema: { items?: { enum?: string[] } } }[]
  requestBody?: { content: Contents }
  responses: Record<string, { description?: string; headers?: object; content?: Contents }>
}

let server: TestApp
let document: Record<string, unknown>
let calls: { method: string; path: string; operation: Operation }[]
beforeAll(async () => {
  server = await startApp()
  document = (await server.call('GET', '/openapi.json', { token: '' })).body
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

test('the description lists the routes of the router, and no other', () => {
  const described = calls.map(({ method, path }) => `${method} ${path}`).sort()
  expect(described.length).toBeGreaterThan(10)
  expect(described).toEqual(routesOf(server.app))
})

test('only the calls described as public work without a token', async () => {
  const { token } = await server.user()
  const forms = [
    ...Object.values(FORM_PATHS).map((path) => `POST ${path}`),
    ...['POST /waitlist/confirm', 'GET /waitlist/unsubscribe/{token}'],
    'POST /waitlist/unsubscribe/{token}',
  ]
  const health = ['', '/live', '/ready'].map((probe) => `GET /health${probe}`)
  const links = ['GET /auth/methods', 'POST /auth/forgotten', 'POST /auth/set-password']
  const factors = ['/factor', '/factor/passkey', '/passkey', '/passkey/options', '/oidc/session']
  const ways = [
    ...factors.map((one) => `POST /auth${one}`),
    ...['GET /auth/oidc/start', 'GET /auth/oidc/callback'],
  ]
  const open = ['POST /auth/login', ...ways, ...links, ...forms, ...health, 'GET /openapi.json']
  const signedIn = ['POST /auth/logout', 'GET /profile', 'GET /users/profile']
  const isOwn = (call: string) => signedIn.includes(call) || / \/account\b/.test(call)
  for (const { method, path, operation } of calls) {
    const call = `${method} ${path.replace(API_BASE, '')}`
    const isOpen = operation.security?.length === 0
    expect(isOpen, call).toBe(open.includes(call))
    if (isOpen) continue
    const at = path.replace('{id}', '01890a5d-ac96-774b-bcce-b302099a8057')
    for (const bad of ['', 'garbage', 'A'.repeat(43)])
      expect((await server.call(method, at, { token: bad })).status, call).toBe(401)
    if (!isOwn(call)) expect((await server.call(method, at, { token })).status, call).toBe(403)
    expect(operation.responses, call).toHaveProperty('401')
  }
})

test('every call has an operation id, a tag, a summary and described answers', () => {
  const tags = (document.tags as { name: string; description: string }[]).map(({ name }) => name)
  const names = calls.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(calls.length)
  for (const name of ['listUsers', 'createMission', 'getCareerField', 'updateMentor', 'signIn'])
    expect(names).toContain(name)
  for (const { operation, path, method } of calls) {
    expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary, path).toBeTruthy()
    expect(tags, path).toEqual(expect.arrayContaining(operation.tags ?? ['none']))
    const statuses = Object.keys(operation.responses)
    expect(statuses.some((status) => /^[23]/.test(status))).toBe(true)
    expect(statuses.some((status) => status.startsWith('4'))).toBe(true)
    for (const { description } of Object.values(operation.responses))
      expect(description, `${method} ${path}`).not.toBe('Default Response')
    if (method === 'POST' && operation.requestBody)
      for (const { example, schema } of Object.values(operation.requestBody.content))
        if (Object(schema).format !== 'binary') expect(example, path).toBeTypeOf('object')
  }
  const inWords = { description: 'This server', 'x-internal': false }
  expect(document.servers).toEqual([{ url: '/', ...inWords }])
})

test('null is accepted exactly where the description allows it', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const resource of registry) {
    if (!resource.actions.includes('edit')) continue
    const settled = await settle(server, resource, registry)
    const { path } = resource.api
    const { _id } = await addRecord(server, resource, sampleWith(settled, 'null'))
    const put = calls.find((call) => call.method === 'PUT' && call.path.endsWith(`${path}/{id}`))
    const schema = put?.operation.requestBody?.content['application/json']?.schema
    const keys = Object.entries(schema?.properties ?? {})
    expect(keys.length).toBeGreaterThan(0)
    for (const [key, inner] of keys) {
      const isDescribed = ajv.compile(inner)(null)
      const { status, body } = await server.call('PUT', `${path}/${_id}`, {
        body: { [key]: null },
      })
      expect(status, `${resource.name} ${key}`).toBe(isDescribed ? 200 : 400)
      if (!isDescribed) expect(Object.keys(Object(body.error).fields)).toEqual([key])
    }
  }
})

test('the API page loads this document, using only files of this server', async () => {
  const read = (path: string) => server.call('GET', path, { token: '' })
  const { text, headers } = await read('/api/docs')
  expect(headers['content-type']).toContain('text/html')
  expect(text).toContain('<title>Waymark API</title>')
  expect(text).not.toMatch(/<script>|<style|https?:\/\/|onclick|style="/)
  const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(files.filter((path) => path.endsWith('.js'))).toHaveLength(3)
  for (const path of files) expect((await read(path)).status, path).toBe(200)
  // The page asks for /json and is redirected to the description.
  const json = await read('/api/docs/json')
  expect([json.status, json.headers.location]).toEqual([302, `${API_BASE}/openapi.json`])
  expect((await read('/api/docs/yaml')).status).toBe(404)
})

test('with a PUBLIC_URL the own origin is still the first server', async () => {
  const app = await startApp({ env: { PUBLIC_URL: 'https://api.example.org' } })
  const { body } = await app.call('GET', '/openapi.json', { token: '' })
  const servers = body.servers as unknown as { url: string }[]
  expect(servers.map(({ url }) => url)).toEqual(['/', 'https://api.example.org'])
  await app.close()
})

test('samples, edits and answers match the description', async () => {
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
    const form = formOf(resource)
    const posts = `${API_BASE}${form ? FORM_PATHS[form] : create}`
    const items = `${API_BASE}${path}/{id}`
    const body = { ...resource.sample, ...(form && { [STAMP]: oldEnough(server) }) }
    expectValid(at('paths', posts, 'post', 'requestBody', ...json), body)
    expectValid(at('paths', items, 'put', 'requestBody', ...json), made)
    expectValid(at('paths', items, 'put', 'requestBody', ...json), {})
    expectValid(at('paths', items, 'get', 'responses', '200', ...json), made)
    const list = (await server.call('GET', path)).body
    expectValid(at('paths', `${API_BASE}${path}`, 'get', 'responses', '200', ...json), list)
  }
  const cleared = { profileImage: null, careerFields: [{ _id: 'a' }, 'b'] }
  const mentors = `${API_BASE}/mentors/{id}`
  expectValid(at('paths', mentors, 'put', 'requestBody', ...json), cleared)
  const figures = [
    '/admin/system-overview',
    ...TABS.map((tab) => `${ANALYTICS_PATH}/${tab}`),
    ...WIDGET_TYPES.map((type) => `${WIDGET_DATA_PATH}?widgetType=${type}`),
  ]
  for (const path of figures) {
    const { body } = await server.call('GET', path)
    const described = `${API_BASE}${path.split('?')[0]}`
    expectValid(at('paths', described, 'get', 'responses', '200', ...json), body)
  }
})
