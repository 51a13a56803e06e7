import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { colour, day, duration, json, moment, money, requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { startApp, type TestApp } from '../support/app.ts'

const plain = z.object({
  name: requiredText(60),
  on: day(),
  startsAt: moment().optional(),
  price: money('EUR').min(0).optional(),
  length: duration({ min: 15 }).optional(),
  colour: colour().default('#ffffff'),
})

const visits = defineResource({
  name: 'visits',
  label: ['Visit', 'Visits'],
  recordName: 'name',
  create: plain,
  sample: { name: 'Graz', on: '2021-12-01' },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [
    f.text('name', 'Name'),
    f.date('on', 'Day'),
    f.dateTime('startsAt', 'Starts'),
    f.money('price', 'Price'),
    f.duration('length', 'Length'),
    f.colour('colour', 'Colour'),
  ],
  sorts: ['name', 'on', 'startsAt', 'price', 'length'],
  filters: ['on', 'startsAt', 'price'],
  unique: [{ path: 'on', message: 'One visit a day.' }],
})

/** The same with JSON, which has no column of its own. */
const notes = defineResource({
  name: 'notes',
  label: ['Note', 'Notes'],
  recordName: 'name',
  create: plain.extend({ extra: json().optional() }),
  sample: { name: 'Graz', on: '2021-12-01' },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name'), f.date('on', 'Day'), f.json('extra', 'Extra')],
  sorts: ['on'],
})

let server: TestApp
beforeAll(async () => {
  server = await startApp({ registry: completeRegistry([users, visits, notes]) })
})
afterAll(() => server.close())

const add = (path: string, body: object) => server.call('POST', path, { body })

test('dates, times, money, durations and colours are stored, listed and sorted', async () => {
  const whole = {
    name: 'Graz',
    on: '2021-12-01',
    startsAt: '2021-12-01T09:30:00+01:00',
    price: 19.99,
    length: 90,
    colour: '#1A73E8',
  }
  const made = await add('/visits', whole)
  expect(made.status, made.text).toBe(201)
  const kept = { ...whole, startsAt: '2021-12-01T08:30:00.000Z', colour: '#1a73e8' }
  expect(made.body).toMatchObject(kept)
  await add('/visits', { name: 'Linz', on: '2022-01-02' })
  await add('/visits', { name: 'Wien', on: '2021-11-30', price: 5, length: 15 })
  const listed = async (sort: string) => {
    const { status, body, text } = await server.call('GET', `/visits?sort=${sort}`)
    expect(status, text).toBe(200)
    return body.visits as { name: string }[]
  }
  expect((await listed('on')).map(({ name }) => name)).toEqual(['Wien', 'Graz', 'Linz'])
  expect((await listed('-length')).map(({ name }) => name)).toEqual(['Graz', 'Wien', 'Linz'])
  expect((await listed('-price'))[0]).toMatchObject(kept)
  const twice = await add('/visits', { name: 'Again', on: '2021-12-01' })
  expect([twice.status, twice.body.error]).toMatchObject([
    409,
    { fields: { on: 'One visit a day.' } },
  ])
})

test.each([
  ['on', '2026-02-30', 'Day must be a date like 2026-11-20.'],
  ['startsAt', '2026-12-01 10:00', 'Starts must be a date and time like 2026-11-20T08:30:00Z.'],
  ['price', 1.005, 'Price may have at most 2 decimals.'],
  ['length', '1:30', 'Length must be a duration in whole minutes, like 1 h 30 min.'],
  ['colour', 'blue', 'Colour must be a colour like #1a73e8.'],
])('%s refuses %j at its field', async (key, value, message) => {
  const { status, body } = await add('/visits', { name: 'Wrong', on: '2021-12-24', [key]: value })
  expect(status).toBe(400)
  expect(Object(body.error).fields).toEqual({ [key]: message })
})

test('dates, times and amounts are filtered by range and by name', async () => {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  await add('/visits', { name: 'Soon', on: day(3), startsAt: `${day(3)}T10:00:00Z`, price: 2000 })
  const found = async (parameters: string) => {
    const { status, body, text } = await server.call('GET', `/visits?sort=name&${parameters}`)
    expect(status, text).toBe(200)
    return (body.visits as { name: string }[]).map(({ name }) => name)
  }
  expect(await found('on_from=2021-11-30&on_to=2021-12-01')).toEqual(
    expect.arrayContaining(['Graz', 'Wien']),
  )
  expect(await found(`on_from=${day(2)}&on_to=${day(4)}`)).toContain('Soon')
  expect(await found('on_to=2020-01-01')).toEqual([])
  expect(await found('on_is=next7days')).toContain('Soon')
  expect(await found('startsAt_is=next7days')).toContain('Soon')
  expect(await found('on_is=yesterday&startsAt_is=last30days')).toEqual([])
  expect(await found('startsAt_is=empty')).toEqual(expect.arrayContaining(['Linz', 'Wien']))
  expect(await found('price_from=19.99')).toEqual(['Graz', 'Soon'])
})

test('JSON of any kind is stored unchanged; unstorable characters are refused', async () => {
  for (const extra of [{ a: [1, null, { b: 'ü' }] }, [], 'text', 0, false]) {
    const { status, body, text } = await add('/notes', { name: 'N', on: '2021-12-01', extra })
    expect(status, text).toBe(201)
    expect((await server.call('GET', `/notes/${body._id}`)).body.extra).toEqual(extra)
  }
  const refused = await add('/notes', { name: 'N', on: '2021-12-01', extra: { a: '\u0000' } })
  expect([refused.status, Object(refused.body.error).fields]).toEqual([
    400,
    { extra: 'Extra must be JSON, like {"key": "value"}.' },
  ])
  const { body } = await server.call('GET', '/notes?sort=-on')
  expect(body.notes).toHaveLength(5)
  expect((body.notes as { extra: unknown }[]).map(({ extra }) => extra)).toContainEqual([])
})
