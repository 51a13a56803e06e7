import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { PASSWORD, startApp, type TestApp } from '../support/app.ts'

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

test('many passwords of a set are hashed before the transaction', async () => {
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

test('a unique pair is compared value by value', async () => {
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
  // As in the index, seats without a room do not collide.
  expect(await counts(seat('1'), seat('1'))).toMatchObject({ changed: 2 })
})
