import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MOST_WIDGETS } from '#contract/dashboards.ts'
import { type Answer, query, startApp, type TestApp } from '../support/app.ts'
import type { Values } from '../support/values.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const PATH = '/admin/dashboards'
const call = (method: string, path: string, body?: Values, headers = {}) =>
  server.call(method, path, { headers, ...(body && { body }) })
const create = (title: string, more: Values = {}) => call('POST', PATH, { title, ...more })
const list = async () => (await call('GET', PATH)).body as unknown as Values[]
const defaults = async () => (await list()).filter((one) => one.isDefault).map((one) => one.title)
const at = ({ body }: Answer) => `${PATH}/${body._id}`
const widget = (id: string, more: Values = {}) => ({
  id,
  title: 'Users',
  type: 'userStats',
  ...more,
})

beforeEach(async () => {
  for (const { _id } of await list()) await call('DELETE', `${PATH}/${_id}`)
  expect(await list()).toEqual([])
})

test('the list is a plain array, oldest first, paged on request', async () => {
  for (const title of ['One', 'Two', 'Three']) await create(title)
  expect((await list()).map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
  const page = await call('GET', `${PATH}?page=2&limit=2`)
  expect(page.body).toMatchObject([{ title: 'Three' }])
  expect(page.headers['x-total-count']).toBe('3')
})

test('a dashboard has defaults, and the first one is the default dashboard', async () => {
  const first = await create('  One  ', { isDefault: false })
  expect(first.status, first.text).toBe(201)
  expect(first.body).toEqual({
    _id: expect.any(String),
    owner: server.adminId,
    title: 'One',
    layout: 'grid',
    widgets: [],
    isDefault: true,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    version: 1,
  })
  expect((await create('Two')).body.isDefault).toBe(false)
  expect(await defaults()).toEqual(['One'])
})

test('a repeat with the same idempotency key answers the created dashboard, not the former default', async () => {
  const one = await create('One')
  const key = { 'idempotency-key': 'new-default' }
  const two = await call('POST', PATH, { title: 'Two', isDefault: true }, key)
  expect(two.status, two.text).toBe(201)
  const again = await call('POST', PATH, { title: 'Two', isDefault: true }, key)
  expect(again.body).toEqual(two.body)
  expect(again.headers.location).toBe(two.headers.location)
  expect(again.headers.location).toContain(String(two.body._id))
  expect((await call('GET', at(one))).body.isDefault).toBe(false)
})

test('a new default dashboard replaces the former one, which gets a version and a history entry', async () => {
  const one = await create('One')
  const two = await create('Two')
  const set = await call('PUT', at(two), { ...two.body, isDefault: true }, { 'if-match': '"1"' })
  expect(set.body).toMatchObject({ isDefault: true, version: 2 })
  expect((await call('GET', at(one))).body).toMatchObject({ isDefault: false, version: 2 })
  expect(await defaults()).toEqual(['Two'])
  const written = await query<{ version: number; actor_id: string }>(
    server.connection,
    'select version, actor_id from history where record_id = $1 order by version',
    [one.body._id],
  )
  expect(written).toEqual([1, 2].map((version) => ({ version, actor_id: server.adminId })))
  // A stale edit of the former default is refused.
  expect((await call('PUT', at(one), one.body, { 'if-match': '"1"' })).status).toBe(412)
  await create('Three', { isDefault: true })
  expect(await defaults()).toEqual(['Three'])
})

test('the default mark cannot be removed', async () => {
  const one = await create('One')
  const refused = await call('PUT', at(one), { isDefault: false })
  expect(refused.status).toBe(409)
  expect(Object(refused.body.error).fields.isDefault).toContain(
    'Make another dashboard the default',
  )
  expect((await call('PUT', at(one), { title: 'Uno' })).body).toMatchObject({ isDefault: true })
})

test('when the default is deleted, the oldest remaining dashboard becomes the default', async () => {
  const one = await create('One')
  const two = await create('Two')
  await create('Three')
  await call('PUT', at(two), { isDefault: true })
  await call('DELETE', at(two))
  expect(await defaults()).toEqual(['One'])
  await call('DELETE', at(one))
  expect(await defaults()).toEqual(['Three'])
})

test('concurrent writes leave exactly one default and never answer 500', async () => {
  const created = await Promise.all(
    Array.from({ length: 12 }, (_, index) => create(`D${index}`, { isDefault: index % 3 === 0 })),
  )
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 201))
  expect(await defaults()).toHaveLength(1)
  const set = await Promise.all(created.map((one) => call('PUT', at(one), { isDefault: true })))
  for (const { status, text } of set) expect([200, 409], text).toContain(status)
  expect(await defaults()).toHaveLength(1)
  const mixed = await Promise.all(
    created.map((one, index) =>
      index % 2 ? call('DELETE', at(one)) : call('PUT', at(one), { isDefault: true }),
    ),
  )
  for (const { status, text } of mixed) expect([200, 204, 409], text).toContain(status)
  expect(await defaults()).toHaveLength(1)
})

test('widgets are stored unchanged, also of unknown types', async () => {
  const config = { deep: { list: [1, 'two', null, { three: true }] }, '': 0 }
  const foreign = widget('w1', {
    type: 'weather',
    size: { width: 12, height: 6 },
    position: { x: 11, y: 1000 },
    dataSource: { type: 'api', endpoint: 'https://example.org/x?y=1', refreshInterval: 1 },
    config,
  })
  const made = await create('One', { layout: 'list', widgets: [foreign, widget('w2')] })
  expect(made.body.widgets).toEqual([
    foreign,
    widget('w2', {
      size: { width: 1, height: 1 },
      position: { x: 0, y: 0 },
      dataSource: { type: 'api', endpoint: '', refreshInterval: 300 },
      config: {},
    }),
  ])
  expect((await call('GET', at(made))).body).toEqual(made.body)
  const shorter = await call('PUT', at(made), { ...made.body, widgets: [foreign] })
  expect(shorter.body).toMatchObject({ widgets: [foreign], layout: 'list', version: 2 })
})

test('a value out of bounds is 400 at its path', async () => {
  const wrong: [field: string, body: Values][] = [
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['layout', { layout: 'spiral' }],
    ['widgets', { widgets: Array.from({ length: MOST_WIDGETS + 1 }, (_, i) => widget(`w${i}`)) }],
    ['widgets.1.id', { widgets: [widget('a'), widget('a')] }],
    ['widgets.0.id', { widgets: [widget('')] }],
    ['widgets.0.size.width', { widgets: [widget('a', { size: { width: 13, height: 1 } })] }],
    ['widgets.0.size.height', { widgets: [widget('a', { size: { width: 1, height: 7 } })] }],
    ['widgets.0.size.width', { widgets: [widget('a', { size: { width: 1.5 } })] }],
    ['widgets.0.position.x', { widgets: [widget('a', { position: { x: -1, y: 0 } })] }],
    ['widgets.0.dataSource.type', { widgets: [widget('a', { dataSource: { type: 'sql' } })] }],
    ['widgets.0.config', { widgets: [widget('a', { config: [] })] }],
    ['widgets.0.config', { widgets: [widget('a', { config: nested(21) })] }],
  ]
  for (const seconds of [0, 86_401, '300', 1.5])
    wrong.push([
      'widgets.0.dataSource.refreshInterval',
      { widgets: [widget('a', { dataSource: { refreshInterval: seconds } })] },
    ])
  for (const [field, body] of wrong) {
    const refused = await create('One', body)
    expect(refused.status, field).toBe(400)
    expect(Object.keys(Object(refused.body.error).fields), refused.text).toEqual([field])
  }
  const unstorable = await create('One', { widgets: [widget('a', { config: { x: '\u0000' } })] })
  expect(unstorable.status).toBe(400)
  expect(unstorable.text).toContain('characters that cannot be stored')
  expect(await list()).toEqual([])
})

/** An object that holds objects, so many levels deep. */
function nested(levels: number): object {
  let value = {}
  for (let level = 1; level < levels; level += 1) value = { in: value }
  return value
}
