import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import {
  count,
  days,
  type Expression,
  evaluate,
  join,
  made,
  minus,
  or,
  over,
  path,
  plus,
  sum,
  times,
} from '#model/computed.ts'
import { defineResource } from '#model/declaration.ts'
import { day, moment, ordered, requiredText, textList } from '#model/schema.ts'
import users from '#resources/users.ts'
import { quote } from '#server/db/json-sql.ts'
import { expressionIn } from '#server/records/shape.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const create = z.object({
  title: requiredText(60),
  subtitle: z.string().optional(),
  capacity: z.number().optional(),
  price: z.number().default(10),
  on: day().optional(),
  endsAt: moment().optional(),
  participants: textList(),
  sessions: ordered({ title: requiredText(60), minutes: z.number().optional() }).default(() => []),
})

const workshops = defineResource({
  name: 'workshops',
  label: ['Workshop', 'Workshops'],
  recordName: 'title',
  create,
  sample: { title: 'Interviews' },
  computed: {
    seatsLeft: minus('capacity', count('participants')),
    minutes: sum('sessions.*.minutes'),
    whole: join(['title', 'subtitle'], ': '),
    lasts: days('on', 'endsAt'),
    last: path('endsAt'),
    shout: made(z.string(), ({ title }: { title: string }) => title.toUpperCase()),
    broken: made(z.string(), (row: { subtitle?: string }) => row.subtitle?.repeat(-1)),
  },
  columns: (k) => [
    k.text('title', 'Title'),
    k.number('seatsLeft', 'Seats Left', { sort: 'seatsLeft' }),
  ],
  fields: (f) => [f.text('title', 'Title')],
  sorts: ['title', 'seatsLeft', 'whole', 'lasts', 'last'],
  filters: ['seatsLeft', 'minutes', 'last', 'lasts'],
})

let server: TestApp
beforeAll(async () => {
  server = await startApp({ registry: completeRegistry([users, workshops]) })
  for (const body of [
    { title: 'Full', capacity: 2, participants: ['a', 'b'] },
    {
      title: 'Open',
      subtitle: 'all of it',
      capacity: 12,
      participants: ['a'],
      sessions: [
        { title: 'One', minutes: 30 },
        { title: 'Two', minutes: 45.5 },
        { title: 'Three' },
      ],
      on: '2026-03-01',
      endsAt: '2026-03-03T12:00:00Z',
    },
    { title: 'Boundless', subtitle: 'x' },
  ]) {
    const { status, text } = await server.call('POST', '/workshops', { body })
    expect(status, text).toBe(201)
  }
})
afterAll(() => server.close())

type Listed = { title: string } & Record<string, unknown>
const listed = async (parameters = 'sort=title') => {
  const { status, body, text } = await server.call('GET', `/workshops?${parameters}`)
  expect(status, text).toBe(200)
  return body.workshops as Listed[]
}
const titles = async (parameters: string) => (await listed(parameters)).map(({ title }) => title)

test('computed fields are in lists, single answers and answers to writes', async () => {
  const [boundless, full, open] = await listed()
  expect(open).toMatchObject({
    seatsLeft: 11,
    minutes: 75.5,
    whole: 'Open: all of it',
    lasts: 2,
    last: '2026-03-03T12:00:00.000Z',
    shout: 'OPEN',
  })
  expect(full).toMatchObject({ seatsLeft: 0, minutes: 0, whole: 'Full' })
  for (const key of ['seatsLeft', 'lasts', 'broken']) expect(boundless).not.toHaveProperty(key)
  expect((await server.call('GET', `/workshops/${open?._id}`)).body).toEqual(open)
  const body = { ...open, capacity: 5, seatsLeft: 99 }
  const edited = await server.call('PUT', `/workshops/${open?._id}`, { body })
  expect(edited.body.seatsLeft).toBe(4)
  await server.call('PUT', `/workshops/${open?._id}`, { body: { capacity: 12 } })
})

test('lists are sorted and filtered by computed expressions', async () => {
  expect(await titles('sort=-seatsLeft')).toEqual(['Open', 'Full', 'Boundless'])
  expect(await titles('sort=whole')).toEqual(['Boundless', 'Full', 'Open'])
  expect(await titles('seatsLeft_from=1')).toEqual(['Open'])
  expect(await titles('seatsLeft_is=empty')).toEqual(['Boundless'])
  expect(await titles('minutes_from=75&minutes_to=76')).toEqual(['Open'])
  expect(await titles('last_from=2026-03-03&last_to=2026-03-03')).toEqual(['Open'])
  expect(await titles('lasts=2')).toEqual(['Open'])
  expect((await server.call('GET', '/workshops?sort=shout')).status).toBe(400)
})

/** Values that stored records can have, also from former declarations. */
const number = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e-100, 1e100, 1e200, 1e-200),
)
const dates = fc.constantFrom('2026-03-01', '2024-02-29', '1999-12-31')
const moments = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((one) => one.toISOString())
const odd = fc.constantFrom<unknown>('', 'many', '2026-02-30', null, true, [], {}, [1], { a: 1 })
const maybe = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: odd })
const records = fc.record(
  {
    title: maybe(fc.constantFrom('Bees', ' ', 'Žluť')),
    subtitle: maybe(fc.constantFrom('', 'of it')),
    capacity: maybe(number),
    price: maybe(number),
    on: maybe(dates),
    endsAt: maybe(moments),
    participants: maybe(fc.array(fc.string({ maxLength: 3, unit: 'grapheme-ascii' }))),
    sessions: maybe(fc.array(maybe(fc.record({ minutes: maybe(number) }, { requiredKeys: [] })))),
  },
  { requiredKeys: [] },
)
const numbers: fc.Memo<Expression> = fc.memo((depth) => {
  const leaf = fc.constantFrom<Expression>(
    path('capacity'),
    path('price'),
    count('participants'),
    sum('sessions.*.minutes'),
    days('on', 'endsAt'),
  )
  if (depth <= 1) return leaf
  const operand = fc.oneof(numbers(depth - 1), number)
  const pair = (make: (left: Expression | number, right: Expression | number) => Expression) =>
    fc.tuple(operand, operand).map(([left, right]) => make(left, right))
  return fc.oneof(leaf, ...[plus, minus, times, over, or].map(pair))
})
const texts = fc
  .array(fc.constantFrom(path('title'), path('subtitle'), or(path('subtitle'), path('title'))))
  .map((parts) => join(parts, ', '))

test('program and database compute the same for any record and expression', async () => {
  const cases = fc.sample(
    fc.oneof(
      fc.record({ data: records, made: numbers(3), kind: fc.constant('number' as const) }),
      fc.record({ data: records, made: texts, kind: fc.constant('text' as const) }),
    ),
    300,
  )
  for (let at = 0; at < cases.length; at += 50) {
    const some = cases.slice(at, at + 50)
    const selects = some.map(({ data, made, kind }, index) => {
      const json = `(${quote(JSON.stringify(data))}::jsonb)`
      return `select ${index} as at, to_jsonb(${expressionIn('d', made, kind)}) as value from (values (${json})) as v(d)`
    })
    const rows = await query(server.connection, selects.join(' union all '))
    for (const { at: index, value } of rows as { at: number; value: unknown }[]) {
      const { data, made: expression, kind } = some[index] as (typeof cases)[number]
      const here = evaluate(expression, JSON.parse(JSON.stringify(data)), kind)
      expect(value ?? undefined, JSON.stringify({ data, expression })).toEqual(here)
    }
  }
})
