import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { PASSWORD, startApp, type TestApp } from '../support/app.ts'
import { statementsOf } from '../support/statements.ts'

const seats = defineResource({
  name: 'seats',
  label: ['Seat', 'Seats'],
  recordName: 'name',
  create: z.object({ name: requiredText(60), room: requiredText(60).optional() }),
  sample: { name: 'A1', room: 'Hall' },
  columns: (c) => [c.text('name', 'Name'), c.text('room', 'Room')],
  fields: (f) => [f.text('name', 'Name'), f.text('room', 'Room')],
  unique: [{ path: 'name', within: ['room'], message: 'This room has such a seat already.' }],
})

let server: TestApp
beforeAll(async () => {
  server = await startApp({ registry: completeRegistry([users, seats]) })
})
afterAll(() => server.close())

const plan = (body: object) => server.call('POST', '/changes/plan', { body })

test('a set with many new passwords is applied, however short a transaction may wait', async () => {
  const items = Array.from({ length: 40 }, (_, place) => ({
    ...{ resource: 'users', action: 'create' },
    values: {
      ...{ firstName: 'New', lastName: `User ${place}`, role: 'user', segment: 'student' },
      ...{ email: `new${place}@example.org`, password: PASSWORD },
    },
  }))
  const planned = await plan({ items })
  expect(planned.body.counts, planned.text).toMatchObject({ changed: items.length })
  const impatient = (client: { query(text: string): Promise<unknown> }) => {
    client.query("set idle_in_transaction_session_timeout = '100ms'").catch(() => undefined)
  }
  server.store.pool.on('acquire', impatient)
  const done = await server.call('POST', '/changes', {
    body: { items, digest: planned.body.digest },
  })
  server.store.pool.off('acquire', impatient)
  expect(done.status, done.text).toBe(200)
  expect(done.body.counts).toMatchObject({ changed: items.length })
  expect((await server.signIn('new39@example.org')).status).toBe(200)
})

test('values that are unique together are compared each by itself', async () => {
  const seat = (name: string, room?: string) => ({
    ...{ resource: 'seats', action: 'create' },
    values: { name, ...(room && { room }) },
  })
  const counts = async (...items: object[]) => (await plan({ items })).body.counts
  expect(await counts(seat('1 "Hall"'), seat('1', 'Hall'))).toMatchObject({ changed: 2 })
  expect(await counts(seat('1 North', 'Hall'), seat('1', 'North Hall'))).toMatchObject({
    changed: 2,
  })
  expect(await counts(seat('1', 'Hall'), seat('1', 'Hall'))).toMatchObject({
    changed: 1,
    refused: 1,
  })
  // As the index says it: what has no room is no twin.
  expect(await counts(seat('1'), seat('1'))).toMatchObject({ changed: 2 })
})

test('a plan by query reads each record once', async () => {
  const spy = vi.spyOn(server.store.pool, 'query')
  const change = { action: 'update', values: { segment: 'graduate' } }
  const planned = await plan({ resource: 'users', change, query: 'search=ada' })
  const texts = statementsOf(spy).map(({ text }) => text)
  spy.mockRestore()
  expect(planned.body.counts, planned.text).toMatchObject({ changed: 1 })
  const whole = texts.filter(
    (text) => /from rec_users t\b/.test(text) && !/^select t\.id from/.test(text),
  )
  expect(
    whole.filter((text) => !text.includes('count(*)')),
    texts.join('\n'),
  ).toHaveLength(1)
})
