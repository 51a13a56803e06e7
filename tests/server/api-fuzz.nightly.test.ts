import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { CHANGES_PATH } from '#contract/changes.ts'
import { FORM_PATHS, STAMP, TRAP } from '#contract/forms.ts'
import { IMPORTS } from '#contract/imports.ts'
import { TOKENS_PATH } from '#contract/tokens.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { ADMIN, type Answer, startApp, type TestApp } from '../support/app.ts'
import {
  type Call,
  jsonOf,
  type Operation,
  queryOf,
  wrongWords,
} from '../support/described-calls.ts'
import { oldEnough } from '../support/forms.ts'
import {
  type Drawing,
  judgeOf,
  type Schema,
  valuesOf,
  wrongBodies,
} from '../support/from-schema.ts'
import { importFile, planned } from '../support/imports.ts'
import { changeOf, sampleWith } from '../support/values.ts'

const { FUZZ_REQUESTS = '0', FUZZ_SEED = '10' } = process.env
/** The least number of requests to each call. FUZZ_REQUESTS sets how many there are in all. */
const LEAST_RUNS = 5
/** Fixed: with another seed other operations never succeed. */
const SEED = Number(FUZZ_SEED)
const SLOW = { timeout: 300_000 * Math.max(1, Number(FUZZ_REQUESTS) / 1000) }

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
  ids[TOKENS_PATH] = [await revokedToken()]
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

/** Events can be taken back only from a revoked token. */
async function revokedToken(): Promise<string> {
  const body = { name: 'Revoked', scopes: [{ resource: 'events', actions: ['send'] }] }
  const { id } = (await server.call('POST', TOKENS_PATH, { body })).body
  await server.call('DELETE', `${TOKENS_PATH}/${id}`)
  return String(id)
}

/** Fields with credentials, where random values are refused. */
const UNPROVED: Readonly<Record<string, readonly string[]>> = {
  addAuthenticatorApp: ['code'],
  changeAccount: ['password'],
  changePassword: ['current', 'next'],
  confirm: ['password', 'code', 'passkey'],
  confirmEntry: ['token'],
  listSecurityEvents: ['address'],
  setPassword: ['token', 'password'],
  unsubscribe: ['token'],
}

const NAMED: Record<string, string> = {
  user: 'users',
  mission: 'missions/templates',
  protocol: 'protocols/templates',
  mentor: 'mentors',
}

/** Values that the schema describes only in words: ids of existing records, form stamps. */
function special(
  { description = '', items }: Schema,
  key: string,
): fc.Arbitrary<unknown> | undefined {
  const [, to] = /^The id of one of (?!the )([\w/-]+)/.exec(description) ?? []
  if (to) return fc.constantFrom(...(ids[to] ?? []))
  const named = /^The id of the /.test(description) ? ids[NAMED[key] ?? ''] : undefined
  if (named) return fc.constantFrom(...named)
  if (/^An amount in /.test(description))
    return fc.integer({ min: 0, max: 1e8 }).map((n) => n / 100)
  if (/^The name of a time zone/.test(description)) return fc.constantFrom('UTC', 'Asia/Kolkata')
  // The uploaded file has two columns.
  if (key === 'columns' && !items?.enum) return fc.constant([null, null])
  if (key === 'address') return fc.constantFrom('192.0.2.7', '2001:db8::7')
  if (key === 'encoding') return fc.constant('utf-8')
  if (key === 'headLine') return fc.constant(1)
  if (key === 'by') return fc.constant(null)
  if (key === 'cells') return fc.constant({ 0: 'mended' })
  if (key === 'ids') return fc.subarray(Object.values(ids).flat(), { minLength: 1 })
  if (key === 'query') return fc.constantFrom('', 'page=1')
  // No keyword says that it lies in the future.
  if (key === 'expiresAt') return fc.constant('2999-12-31T00:00:00Z')
  // A stamp is good for a few posts only.
  if (key === STAMP) return fc.constant(null).map(() => oldEnough(server))
  if (key === TRAP) return fc.constant('')
  return undefined
}

test(
  'each request that the description allows is accepted and answered as described',
  SLOW,
  async () => {
    const accepted: Record<string, number> = {}
    const numRuns = Math.max(LEAST_RUNS, Math.ceil(Number(FUZZ_REQUESTS) / calls.length))
    for (const call of calls) {
      const { operation } = call
      const body = jsonOf(operation)
      const requests = fc.record({
        query: queryOf(operation, drawing),
        body: body ? valuesOf(body, drawing) : fc.constant(undefined),
        headers: fc.constantFrom({}, { 'if-match': '*' }, { 'if-match': '"1"' }),
      })
      for (const request of fc.sample(requests, { numRuns, seed: SEED })) {
        const answer = await send(call, request)
        const told = `${operation.operationId} ${JSON.stringify(request)} → ${answer.text.slice(0, 500)}`
        const wrong = Object.keys(Object(Object(answer.body.error).fields))
        if (!wrong.some((field) => UNPROVED[operation.operationId]?.includes(field)))
          expect(answer.status, told).not.toBe(400)
        expectDescribed(operation, answer, told)
        if (answer.status < 300)
          accepted[operation.operationId] = (accepted[operation.operationId] ?? 0) + 1
      }
    }
    // Calls that need credentials or a planned change never succeed with random values.
    const never = calls.map(({ operation }) => operation.operationId).filter((id) => !accepted[id])
    expect(never.sort()).toEqual([
      ...['addAuthenticatorApp', 'addPasskey', 'answerSecondFactor', 'applyChanges'],
      ...[
        'askForPassword',
        'askSecondPasskey',
        'askToUnsubscribe',
        'beginSignOn',
        'changePassword',
      ],
      ...['confirm', 'confirmEntry', 'endOwnSession', 'endSignOn', 'makeRecoveryCodes'],
      ...['removePasskey', 'renamePasskey', 'setPassword', 'signIn'],
      ...['signInByPasskey', 'signInByProvider', 'unsubscribe'],
    ])
  },
)

test('each body that the description forbids is refused with a reason', SLOW, async () => {
  let count = 0
  for (const call of calls) {
    const { operation } = call
    const schema = jsonOf(operation)
    if (!schema) continue
    const [body] = fc.sample(valuesOf(schema, drawing), { numRuns: 1, seed: SEED })
    for (const wrong of wrongBodies(schema, body, drawing)) {
      // The honeypot is answered as if it were stored.
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

test('each query that the description forbids is refused at its parameter', SLOW, async () => {
  for (const call of calls) {
    for (const { name, schema, in: place } of call.operation.parameters ?? []) {
      if (place !== 'query') continue
      const [valid] = fc.sample(queryOf(call.operation, drawing), { numRuns: 1, seed: SEED })
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

/** An import that changes one record, planned if it will be applied. */
async function importOf(resource: Resource, path: string): Promise<string> {
  const place = resource.api.path.slice(1)
  const change = changeOf(resource)
  const _id = ids[resource.name]?.[0]
  const { body: now } = await server.call('GET', `/${place}/${_id}`)
  const values = [change?.next(), change?.next()]
  const row = { _id, [change?.key ?? '']: values.find((one) => one !== now[change?.key ?? '']) }
  const one = await importFile(server, place, JSON.stringify([row]), { format: 'json' })
  if (path.endsWith('/apply')) await planned(server, one, place)
  return one.id
}

/** Uses new records for calls that work only once, otherwise the existing ones. */
async function send(
  { method, path, operation }: Call,
  { query, body, headers }: Request,
): Promise<Answer> {
  const resource = registry.filter(({ api }) => path.startsWith(`${API_BASE}${api.path}/`)).at(-1)
  const other = [CHANGES_PATH, TOKENS_PATH].find((one) => path.startsWith(`${API_BASE}${one}/`))
  let id = ids[other ?? resource?.name ?? '']?.[0] ?? ''
  const isOfImport = path.includes(`${IMPORTS}/{id}`)
  if (resource && isOfImport) id = await importOf(resource, path)
  const isOnce = method === 'DELETE' || operation.operationId === 'markAnsweredMessage'
  if (resource && isOnce && !isOfImport) {
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
  const isFile = operation.requestBody?.content['text/csv'] !== undefined
  const place = path.replace('{id}', id).replace('{line}', '2')
  return server.call(method, `${place}${words && `?${words}`}`, {
    ...(body !== undefined && { body }),
    ...(isFile && { body: 'id,other\n1,2' }),
    headers: isFile
      ? { 'content-type': 'text/csv' }
      : method === 'PUT' || method === 'DELETE'
        ? headers
        : {},
    token: isForm ? '' : token,
  })
}
let made = 0

/** Expects a described status and body, and no server error. */
function expectDescribed({ responses }: Operation, answer: Answer, told: string): void {
  expect(answer.status, told).toBeLessThan(500)
  const response = responses[String(answer.status)]
  expect(response, told).toBeDefined()
  const schema = response?.content?.['application/json']?.schema
  if (schema && String(answer.headers['content-type']).startsWith('application/json'))
    expect(judge(schema, answer.body), told).toBeUndefined()
}
