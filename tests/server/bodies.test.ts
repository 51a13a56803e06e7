import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_PATH } from '#contract/events.ts'
import { FORM_PATHS, STAMP } from '#contract/forms.ts'
import { MOST_FAULTS } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { DEEPEST, MOST_KEYS, MOST_VALUES } from '#server/http/body-limits.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, oldEnough, post } from '../support/forms.ts'
import {
  type BodyRoute,
  bodyOf,
  bodyRoutes,
  type Large,
  largeLists,
  largeObjects,
  largeTexts,
  outOfBounds,
} from '../support/largest-bodies.ts'
import { sampleWith } from '../support/values.ts'

const JSON_KIND = { 'content-type': 'application/json' }
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }

let server: TestApp
let routes: BodyRoute[]
/** In the gate every eighth route is sent the largest texts, lists and objects; all of them in the nightly run. */
const sampled = () =>
  process.env.TESTS === 'all' ? routes : routes.filter((_, at) => at % 8 === 0)
beforeAll(async () => {
  server = await startApp({
    env: { FORM_POSTS_PER_ADDRESS: '5000', SIGN_IN_FAILURES_PER_ADDRESS: '5000' },
  })
  const ids = new Map<string, string>()
  for (const resource of registry) {
    const settled = await settle(server, resource, registry)
    const { _id } = await addRecord(server, resource, sampleWith(settled, 'large'))
    ids.set(`/api/v1${resource.api.path}/{id}`, String(_id))
  }
  // What it would change is looked for when the body is right.
  ids.set('/api/v1/account/passkeys/{id}', server.adminId)
  const { body } = await server.call('GET', '/openapi.json')
  routes = bodyRoutes(body).map((route) => ({
    ...route,
    path: route.path.replace('{id}', ids.get(route.path) ?? 'id').replace('{line}', '2'),
  }))
})
afterAll(() => server.close())

const send = ({ method, path }: { method: string; path: string }, body: string) =>
  server.call(method, path, { body, headers: JSON_KIND })
const errorOf = (answer: Answer) => Object(answer.body.error)
/** Made once: each is up to a megabyte. */
const LARGE = { lists: largeLists(), objects: largeObjects(), texts: largeTexts() }
const OUT_OF_BOUNDS = outOfBounds()
const numbers = (count: number) => `[${Array.from({ length: count }, () => 0).join(',')}]`
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`

/** Sends each to the route, and expects an answer that is no longer than a person reads. */
async function expectShortAnswers(route: BodyRoute, key: string, bodies: readonly Large[]) {
  for (const large of bodies) {
    const answer = await send(route, bodyOf(key, large))
    const what = `${route.method} ${route.path}: ${large.of} as ${key}`
    expect([200, 201, 400, 401, 413], what).toContain(answer.status)
    if (answer.status < 400) continue
    expect(Object.keys(Object(errorOf(answer).fields)).length, what).toBeLessThanOrEqual(
      MOST_FAULTS,
    )
    expect(answer.text.length, what).toBeLessThan(40_000)
  }
}

test('every route that takes a body is known here', () => {
  expect(routes.length).toBeGreaterThan(2 * registry.length)
  expect(routes.map(({ path }) => path)).not.toContainEqual(expect.stringMatching(/\{|\/id$/))
})

test('whatever a list is full of, its refusal is short', async () => {
  // A change is judged as what is made is: of those, the ones that cost most.
  const [changed, made] = [LARGE.lists.slice(-2), LARGE.lists]
  for (const route of sampled())
    for (const { key, kinds } of route.keys)
      if (kinds.has('array'))
        await expectShortAnswers(route, key, route.method === 'PUT' ? changed : made)
})

test('whatever an object is full of, its refusal is short', async () => {
  for (const route of sampled())
    for (const { key, kinds } of route.keys)
      if (kinds.has('object')) await expectShortAnswers(route, key, LARGE.objects)
})

test('whatever a text is full of, its refusal is short', async () => {
  for (const route of sampled().filter(({ method }) => method === 'POST'))
    for (const { key, kinds } of route.keys)
      if (kinds.has('string')) await expectShortAnswers(route, key, LARGE.texts)
})

test('no route reads what is out of bounds, under any key', async () => {
  for (const route of routes)
    for (const large of OUT_OF_BOUNDS) {
      const answer = await send(route, bodyOf('anything', large))
      const isForm = Object.values(FORM_PATHS).some((path) => route.path.endsWith(path))
      expect(answer.status, `${route.path}: ${large.of}`).toBe(isForm ? 413 : 400)
      expect(errorOf(answer).fields).toBeUndefined()
    }
})

test.each([
  [
    'values',
    numbers(MOST_VALUES - 1),
    numbers(MOST_VALUES),
    'The body holds more than 20,000 values.',
  ],
  ['keys', keys(MOST_KEYS), keys(MOST_KEYS + 1), 'An object of the body has more than 1,000 keys.'],
  [
    'levels',
    `${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}`,
    `${'['.repeat(DEEPEST + 1)}${']'.repeat(DEEPEST + 1)}`,
    'The body is nested deeper than 64 levels.',
  ],
])(
  'the bound on %s is exact, and what a text holds does not count',
  async (_, most, more, words) => {
    const events = { method: 'POST', path: EVENTS_PATH }
    const text = JSON.stringify('[{"a":1,'.repeat(30_000))
    // It got as far as being read: what is wrong is what it says.
    for (const body of [most, text, JSON.stringify({ events: text })])
      expect(errorOf(await send(events, body)).fields).toBeDefined()
    expect(errorOf(await send(events, more))).toEqual({ code: 'invalid', message: words })
  },
)

test('lists that are too long are refused in the words they always had', async () => {
  const add = async (path: string, values: object) =>
    errorOf(await server.call('POST', path, { body: values })).fields
  const steps = Array.from({ length: 5000 }, () => ({}))
  expect(await add('/missions/templates', { title: 'x', type: 'x', steps })).toMatchObject({
    steps: 'Steps may have at most 100 entries.',
  })
  const phases = [{ title: 'x', milestones: steps }]
  expect(await add('/protocols/templates', { title: 'x', phases })).toMatchObject({
    'phases.0.milestones': expect.stringMatching(/may have at most 100 entries\.$/),
  })
})

test('references to nothing are named a hundred times at most', async () => {
  const missions = Array.from(
    { length: 100 },
    (_, n) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`,
  )
  const milestones = Array.from({ length: 50 }, () => ({ title: 'x', missions }))
  const answer = await server.call('POST', '/protocols/templates', {
    body: { title: 'x', phases: [{ title: 'x', milestones }] },
  })
  expect([answer.status, Object.keys(errorOf(answer).fields).length]).toEqual([400, MOST_FAULTS])
  expect(errorOf(answer).message).toBe('The chosen mission does not exist, or was deleted.')
})

test('a form of 16,000 fields is refused like any wrong one; the form and 16 more are not', async () => {
  const many = Array.from({ length: 16_300 }, (_, n) => `k${n.toString(36)}`.slice(0, 3)).join('&')
  const sendForm = (body: string, headers = URLENCODED) =>
    server.call('POST', FORM_PATHS.contact, { token: '', body, headers })
  const words = 'A form has at most 20 fields.'
  const refused = await sendForm(many.slice(0, 65_500))
  expect([refused.status, errorOf(refused).message]).toEqual([400, words])
  const asJson = JSON.stringify(
    Object.fromEntries(
      many
        .split('&')
        .slice(0, 21)
        .map((key, n) => [key + n, '']),
    ),
  )
  expect(errorOf(await sendForm(asJson, JSON_KIND)).message).toBe(words)
  const fields = { ...MESSAGE, [STAMP]: oldEnough(server) }
  const more = Array.from({ length: 15 }, (_, n) => [`more${n}`, ''])
  const plain = new URLSearchParams([...Object.entries(fields), ...more] as [string, string][])
  expect((await sendForm(plain.toString())).status).toBe(303)
  expect((await post(server, 'contact', fields)).status).toBe(200)
})
