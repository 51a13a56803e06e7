import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import users from '#resources/users.ts'
import { liveRecords } from '#server/db/tallies.ts'
import { conflict } from '#server/http/refusal.ts'
import { query, startApp } from '../support/app.ts'

const shape = z.object({
  name: requiredText(60),
  size: z.int().min(1).default(1),
  opensAt: z.iso.datetime().nullable().optional(),
  isPublic: z.boolean().default(false),
  place: z.object({ town: requiredText(40), floor: z.int().default(0) }),
  tags: z.array(z.string()).default([]),
  note: z.string().max(200).optional(),
  weight: z.number().optional(),
  access: z.object({ ramp: z.boolean().default(false) }).prefault({}),
})

const rooms = defineResource({
  name: 'rooms/templates',
  label: ['Room', 'Rooms'],
  recordName: 'name',
  create: shape,
  sample: { name: 'Library', place: { town: 'Graz' } },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name'), f.text('place.town', 'Town'), f.number('size', 'Size')],
  search: ['name', 'place.town'],
  sorts: ['name', 'size', 'opensAt', 'place.town'],
  filters: ['isPublic', 'opensAt', 'place.town', 'size', 'weight'],
  unique: [{ path: 'name', message: 'A room with this name already exists.' }],
})
const registry = completeRegistry([users, careerFields, rooms])
const room = (name: string, more = {}) => ({ name, place: { town: 'Graz' }, ...more })

test('a number filter accepts numbers in any notation, and nothing else', async () => {
  const server = await startApp({ registry })
  for (const body of [
    room('Library', { size: 12, weight: -0.5 }),
    room('Attic', { size: 2, weight: 1e21 }),
    room('Cellar', { size: 100, weight: 0 }),
  ])
    await server.call('POST', '/rooms/templates', { body })
  const found = async (parameters: string) => {
    const answer = await server.call('GET', `/rooms/templates?sort=name&${parameters}`)
    expect(answer.status, `${parameters} ${answer.text}`).toBe(200)
    return (answer.body.rooms as { name: string }[]).map(({ name }) => name)
  }
  for (const twelve of ['12', '12.0', '1.2e1', '120E-1'])
    expect(await found(`size=${twelve}`), twelve).toEqual(['Library'])
  expect(await found('size=13')).toEqual([])
  expect(await found('weight=-0.50')).toEqual(['Library'])
  expect(await found('weight=1e21')).toEqual(['Attic'])
  expect(await found('weight=-0')).toEqual(['Cellar'])
  // Ranges include both ends.
  expect(await found('size_from=12')).toEqual(['Cellar', 'Library'])
  expect(await found('size_from=2.5&size_to=12')).toEqual(['Library'])
  expect(await found('weight_to=0')).toEqual(['Cellar', 'Library'])
  await server.call('POST', '/rooms/templates', { body: room('Yard') })
  expect(await found('weight_is=empty')).toEqual(['Yard'])
  expect(await found('weight_to=1e3')).toEqual(['Cellar', 'Library'])
  for (const [wrong, at, says] of [
    ['size_from=many', 'size_from', 'must be a number, like 12 or 0.5'],
    ['size_from=5&size_to=4', 'size_from', "must not be more than 'size_to'"],
    ['size=5&size_to=9', 'size', "cannot be combined with 'size_to'"],
    ['weight_is=full', 'weight_is', 'must be one of empty'],
  ] as const) {
    const { status, body } = await server.call('GET', `/rooms/templates?${wrong}`)
    const message = `The parameter '${at}' ${says}.`
    expect([status, Object(body.error).fields], wrong).toEqual([400, { [at]: message }])
  }
  for (const wrong of ['abc', '', '12 ', '1,5', '0x10', 'Infinity', 'NaN', '1e999', "1' or '1"]) {
    const at = `/rooms/templates?size=${encodeURIComponent(wrong)}`
    const { status, body } = await server.call('GET', at)
    expect(status, wrong).toBe(400)
    const message = "The parameter 'size' must be a number, like 12 or 0.5."
    expect(body.error).toEqual({ code: 'invalid', message, fields: { size: message } })
  }
  await server.close()
})

test('days begin in the reporting time zone', async () => {
  const server = await startApp({ registry, env: { REPORTING_TIME_ZONE: 'Europe/Vienna' } })
  const body = room('Late', { opensAt: '2026-02-28T23:30:00.000Z' })
  await server.call('POST', '/rooms/templates', { body })
  const found = async (parameters: string) =>
    Object((await server.call('GET', `/rooms/templates?${parameters}`)).body.pagination).total
  // Half past midnight on the first of March in Vienna.
  expect(await found('opensAt_from=2026-03-01&opensAt_to=2026-03-01')).toBe(1)
  expect(await found('opensAt_to=2026-02-28')).toBe(0)
  await server.close()
})

test('a server hook refuses, reshapes, writes and presents', async () => {
  const said: string[] = []
  const server = await startApp({
    registry,
    hooks: {
      'rooms/templates': {
        prepare: (_store, write) =>
          Promise.resolve({
            data: { ...write.data, name: String(write.data.name).toUpperCase() },
            aside: 'kept apart',
          }),
        rules: (_asking, writes) =>
          Promise.resolve(
            writes.map(({ action }) => (action === 'delete' ? conflict('Rooms stay.') : undefined)),
          ),
        after(_within, done) {
          for (const { write, record, aside } of done) {
            said.push(`${write.action} ${record.version} ${aside}`)
            if (record.data.name === 'DOOMED') return Promise.reject(new Error('afterwards'))
          }
          return Promise.resolve()
        },
        present: (_store, shown, records) =>
          Promise.resolve(
            shown.map((row, index) => ({
              ...row,
              note: `shown ${row.name} ${records[index]?.version}`,
            })),
          ),
      },
    },
  })
  const add = (name: string) => server.call('POST', '/rooms/templates', { body: room(name) })
  const made = await add('Library')
  expect(made.body).toMatchObject({ name: 'LIBRARY', note: 'shown LIBRARY 1' })
  expect(said).toEqual(['create 1 kept apart'])
  const refused = await server.call('DELETE', `/rooms/templates/${made.body._id}`)
  expect([refused.status, Object(refused.body.error).message]).toEqual([409, 'Rooms stay.'])
  expect((await server.call('GET', `/rooms/templates/${made.body._id}`)).status).toBe(200)
  // A failed transaction leaves no record, history or count.
  expect((await add('doomed')).status).toBe(500)
  const rows = await query<{ n: number }>(
    server.connection,
    `select count(*) as n from rec_rooms union all select count(*) from history where resource = 'rooms/templates' union all select ${liveRecords('rooms/templates')}`,
  )
  expect(rows.map(({ n }) => Number(n))).toEqual([1, 1, 1])
  await server.close()
})

test('a record stored before a key existed is listed with the default', async () => {
  const first = await startApp({ registry })
  await first.call('POST', '/rooms/templates', { body: room('Old', { note: 'x' }) })
  await query(first.connection, `update rec_rooms set data = '{"name":"Old"}'`)
  const list = await first.call('GET', '/rooms/templates')
  expect(list.status, list.text).toBe(200)
  const [old] = Object(list.body.rooms)
  const access = { ramp: false }
  expect(old).toMatchObject({ name: 'Old', size: 1, isPublic: false, tags: [], access, version: 1 })
  expect(old).not.toHaveProperty('place')
  await first.close()
})
