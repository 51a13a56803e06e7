import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_PATH } from '#contract/events.ts'
import { FORM_PATHS } from '#contract/forms.ts'
import { MOST_FAULTS } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { DEEPEST, MOST_KEYS, MOST_VALUES } from '#server/http/body-limits.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
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

let server: TestApp
let routes: BodyRoute[]
/** Every eighth route in the gate, all of them in the nightly run. */
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
  // The id of a passkey is looked up only after the body is valid.
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

/** Sends each body to the route and expects a short answer. */
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

test('a refusal stays short, whatever a list, an object or a text is full of', async () => {
  // A change is checked as a new record is: of lists, those that cost most are enough.
  const large = { array: LARGE.lists, object: LARGE.objects, string: LARGE.texts }
  const ofChange = { ...large, array: LARGE.lists.slice(-2), string: [] }
  expect(sampled().length).toBeGreaterThan(3)
  for (const route of sampled())
    for (const { key, kinds } of route.keys)
      for (const kind of ['array', 'object', 'string'] as const)
        if (kinds.has(kind))
          await expectShortAnswers(route, key, (route.method === 'PUT' ? ofChange : large)[kind])
})

test('every route refuses a body beyond the bounds, under any key', async () => {
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
    'The body has more than 20,000 values.',
  ],
  ['keys', keys(MOST_KEYS), keys(MOST_KEYS + 1), 'An object in the body has more than 1,000 keys.'],
  [
    'levels',
    `${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}`,
    `${'['.repeat(DEEPEST + 1)}${']'.repeat(DEEPEST + 1)}`,
    'The body is nested deeper than 64 levels.',
  ],
])(
  'the limit on %s is exact, and the content of texts does not count',
  async (_, most, more, words) => {
    const events = { method: 'POST', path: EVENTS_PATH }
    const text = JSON.stringify('[{"a":1,'.repeat(30_000))
    // The body was parsed: its fields are wrong.
    for (const body of [most, text, JSON.stringify({ events: text })])
      expect(errorOf(await send(events, body)).fields).toBeDefined()
    expect(errorOf(await send(events, more))).toEqual({ code: 'invalid', message: words })
  },
)

test('at most a hundred missing references are reported', async () => {
  const missions = Array.from(
    { length: 100 },
    (_, n) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`,
  )
  const milestones = Array.from({ length: 50 }, () => ({ title: 'x', missions }))
  const answer = await server.call('POST', '/protocols/templates', {
    body: { title: 'x', phases: [{ title: 'x', milestones }] },
  })
  expect([answer.status, Object.keys(errorOf(answer).fields).length]).toEqual([400, MOST_FAULTS])
  expect(errorOf(answer).message).toBe('The chosen mission does not exist or was deleted.')
})
