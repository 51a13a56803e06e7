import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { CHANGES_PATH } from '#contract/change-names.ts'
import { FORM_PATHS, STAMP, TRAP } from '#contract/forms.ts'
import { registry } from '#resources/index.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { ADMIN, type Answer, startApp, type TestApp } from '../support/app.ts'
import { oldEnough } from '../support/forms.ts'
import {
  type Drawing,
  judgeOf,
  type Schema,
  valuesOf,
  wrongBodies,
} from '../support/from-schema.ts'
import { sampleWith } from '../support/values.ts'

interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Call {
  method: string
  path: string
  operation: Operation
}

/** Each call so many times with what the description allows; always the same values. */
const RUNS = 5
const SEED = 10

let server: TestApp
let calls: Call[]
let drawing: Drawing
let judge: ReturnType<typeof judgeOf>
/** Ids of records that exist, by the name of their resource. */
const ids: Record<string, string[]> = {}

beforeAll(async () => {
  server = await startApp({
    env: { FORM_POSTS_PER_ADDRESS: '100000', FORM_POSTS_IN_TOTAL: '100000' },
  })
  for (const resource of registry) {
    const settled = await settle(server, resource, registry)
    ids[resource.name] = [
      String((await addRecord(server, resource, sampleWith(settled, 'fuzz1')))._id),
      String((await addRecord(server, resource, sampleWith(settled, 'fuzz2')))._id),
    ]
  }
  const { changes } = (await server.call('GET', '/changes')).body as { changes: { id: string }[] }
  ids[CHANGES_PATH] = changes.map(({ id }) => id)
  const document = (await server.call('GET', '/openapi.json', { token: '' })).body
  judge = judgeOf(document)
  calls = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
  )
  const schemas = Object(document.components).schemas as Record<string, Schema>
  drawing = {
    resolve: (ref) => schemas[ref.split('/').at(-1) ?? ''] ?? {},
    special,
    allows: (schema, value) => judge(schema, value) === undefined,
  }
})
afterAll(() => server.close())

const NAMED: Record<string, string> = {
  user: 'users',
  mission: 'missions/templates',
  protocol: 'protocols/templates',
  mentor: 'mentors',
}

/** What words say and keywords cannot: ids of records that exist, the stamp of a page. */
function special({ description = '' }: Schema, key: string): fc.Arbitrary<unknown> | undefined {
  const [, to] = /^The id of one of ([\w/-]+)/.exec(description) ?? []
  if (to) return fc.constantFrom(...(ids[to] ?? []))
  const named = /^The id of the /.test(description) ? ids[NAMED[key] ?? ''] : undefined
  if (named) return fc.constantFrom(...named)
  if (/^An amount in /.test(description))
    return fc.integer({ min: 0, max: 1e8 }).map((n) => n / 100)
  if (key === 'ids') return fc.subarray(Object.values(ids).flat(), { minLength: 1 })
  if (key === 'query') return fc.constantFrom('', 'page=1')
  if (key === STAMP) return fc.constant(oldEnough(server))
  if (key === TRAP) return fc.constant('')
  return undefined
}

test('API-01 what the description allows is accepted, and answered as it says', {
  timeout: 300_000,
}, async () => {
  const accepted: Record<string, number> = {}
  for (const call of calls) {
    const { operation } = call
    const body = operation.requestBody?.content['application/json']?.schema
    const requests = fc.record({
      query: queryOf(operation),
      body: body ? valuesOf(body, drawing) : fc.constant(undefined),
      headers: fc.constantFrom({}, { 'if-match': '*' }, { 'if-match': '"1"' }),
    })
    for (const request of fc.sample(requests, { numRuns: RUNS, seed: SEED })) {
      const answer = await send(call, request)
      const told = `${operation.operationId} ${JSON.stringify(request)} → ${answer.text.slice(0, 500)}`
      expect(answer.status, told).not.toBe(400)
      expectDescribed(operation, answer, told)
      if (answer.status < 300)
        accepted[operation.operationId] = (accepted[operation.operationId] ?? 0) + 1
    }
  }
  // Those that answer well at least once; nobody signs in or applies a plan with invented words.
  const never = calls.map(({ operation }) => operation.operationId).filter((id) => !accepted[id])
  expect(never.sort()).toEqual(['applyChanges', 'signIn'])
})

test('API-04 what the description forbids of a body is refused, and why', {
  timeout: 300_000,
}, async () => {
  let count = 0
  for (const call of calls) {
    const { operation } = call
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema) continue
    const [body] = fc.sample(valuesOf(schema, drawing), { numRuns: 1, seed: SEED })
    for (const wrong of wrongBodies(schema, body, drawing)) {
      // Whoever fills it in is thanked, and not stored.
      if (wrong.path === TRAP) continue
      const answer = await send(call, { query: {}, body: wrong.body, headers: {} })
      const told = `${operation.operationId} ${wrong.path} ${wrong.what} → ${answer.text.slice(0, 500)}`
      expect(answer.status, told).toBe(400)
      expectDescribed(operation, answer, told)
      expect(Object.keys(Object(answer.body.error).fields ?? {}), told).not.toEqual([])
      count += 1
    }
  }
  expect(count).toBeGreaterThan(300)
})

test('API-03 what the description forbids of a query is refused at its parameter', {
  timeout: 300_000,
}, async () => {
  for (const call of calls) {
    for (const { name, schema, in: place } of call.operation.parameters ?? []) {
      if (place !== 'query') continue
      const [valid] = fc.sample(queryOf(call.operation), { numRuns: 1, seed: SEED })
      for (const value of wrongWords(schema)) {
        const query = { ...valid, [name]: value }
        const answer = await send(call, { query, body: undefined, headers: {} })
        const told = `${call.operation.operationId} ${name}=${value} → ${answer.text.slice(0, 500)}`
        expect(answer.status, told).toBe(400)
        expectDescribed(call.operation, answer, told)
        expect(Object.keys(Object(answer.body.error).fields ?? {}), told).toContain(name)
      }
    }
  }
})

interface Request {
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, string>
}

/** The query of a call; lists are separated by commas, and a stretch of days begins before it ends, or is one word. */
function queryOf({
  operationId,
  parameters = [],
}: Operation): fc.Arbitrary<Record<string, unknown>> {
  const entries = parameters.flatMap(({ name, in: place, required, schema, ...rest }) => {
    if (place !== 'query') return []
    const value = valuesOf({ ...schema, ...rest }, drawing, name).map(String)
    return [[name, required ? value : fc.option(value, { nil: undefined })] as const]
  })
  return fc.record(Object.fromEntries(entries)).map((query) => {
    const named = (name: string) => query[name] !== undefined
    // Of a user's parts the timeline and the sessions have no states.
    const { part, state, ...stateless } = query
    if (operationId === 'listUserPeople') return stateless
    const given = Object.entries(query).filter(([name, value]) => {
      const path = name.replace(/_is$/, '')
      const isRange = named(`${path}_from`) || named(`${path}_to`)
      // A number alone stands beside none of the three, a word not beside the ends of a range.
      const isBeside = isRange || (path === name && named(`${path}_is`))
      return value !== undefined && !isBeside
    })
    const isNumber = (name: string) =>
      parameters.some((one) => one.name === name && one.schema.type === 'number')
    return Object.fromEntries(
      given.map(([name, value]) => [
        name,
        /_to$|^endDate$/.test(name)
          ? isNumber(name)
            ? '9'
            : '2026-11-01'
          : /_from$|^startDate$/.test(name)
            ? isNumber(name)
              ? '1'
              : '2026-10-01'
            : value,
      ]),
    )
  })
}

function wrongWords({ type, format, enum: words, maximum, items }: Schema): string[] {
  if (format === 'date') return ['2026-02-30', '9999-12-31', '0000-01-01', 'today']
  if (words || items?.enum) return ['no-such-word']
  if (type === 'integer') return ['x', '1.5', '0', String((maximum ?? 1e9) + 1)]
  if (type === 'number') return ['x']
  if (type === 'boolean') return ['maybe', '1']
  return format === 'uuid' ? ['x'] : []
}

/** Changes and deletes records made for it; everything else is asked of those that stand. */
async function send(
  { method, path, operation }: Call,
  { query, body, headers }: Request,
): Promise<Answer> {
  const resource = registry.filter(({ api }) => path.startsWith(`${API_BASE}${api.path}/`)).at(-1)
  const isOfChange = path.startsWith(`${API_BASE}${CHANGES_PATH}/`)
  let id = ids[isOfChange ? CHANGES_PATH : (resource?.name ?? '')]?.[0] ?? ''
  if (resource && method === 'DELETE') {
    made += 1
    const settled = await settle(server, resource, registry)
    id = String((await addRecord(server, resource, sampleWith(settled, `gone${made}`)))._id)
  }
  const isForm =
    method === 'POST' && Object.values(FORM_PATHS).some((one) => path === `${API_BASE}${one}`)
  const token =
    operation.operationId === 'signOut'
      ? String((await server.signIn(ADMIN.email)).body.token)
      : server.token
  const words = new URLSearchParams(query as Record<string, string>).toString()
  return server.call(method, `${path.replace('{id}', id)}${words && `?${words}`}`, {
    ...(body !== undefined && { body }),
    headers: method === 'PUT' || method === 'DELETE' ? headers : {},
    token: isForm ? '' : token,
  })
}
let made = 0

/** Never a failure of the server, never a status or a body that the description does not have. */
function expectDescribed({ responses }: Operation, answer: Answer, told: string): void {
  expect(answer.status, told).toBeLessThan(500)
  const response = responses[String(answer.status)]
  expect(response, told).toBeDefined()
  const schema = response?.content?.['application/json']?.schema
  if (schema && String(answer.headers['content-type']).startsWith('application/json'))
    expect(judge(schema, answer.body), told).toBeUndefined()
}
