import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { reference, references } from '#model/references.ts'
import { ordered, requiredText } from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import dashboards from '#resources/dashboards.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import mentors from '#resources/mentors.ts'
import missions from '#resources/missions.ts'
import protocols from '#resources/protocols.ts'
import users from '#resources/users.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { checkSamples } from '#server/demo/samples.ts'
import { query, startApp } from '../support/app.ts'

const rooms = defineResource({
  name: 'rooms',
  label: ['Room', 'Rooms'],
  recordName: 'name',
  create: z.object({ name: requiredText(60) }),
  sample: { name: 'Library' },
  samples: () => [{ name: 'Library' }, { name: 'Attic' }],
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name')],
})

const workshops = defineResource({
  name: 'workshops',
  label: ['Workshop', 'Workshops'],
  recordName: 'title',
  create: z.object({
    title: requiredText(60),
    startsAt: z.iso.datetime(),
    seats: z.int().min(5).max(30),
    mentor: reference('mentors'),
    room: reference('rooms').optional(),
    careerFields: references('career-fields').default(() => []),
    sessions: ordered({ title: requiredText(40) }).default(() => []),
    isActive: z.boolean().default(true),
  }),
  sample: { title: 'A', startsAt: '2026-12-01T09:00:00Z', seats: 5, mentor: 'x' },
  samples: (random) =>
    Array.from({ length: 12 }, (_, index) => ({
      title: `Workshop ${index + 1}`,
      startsAt: random.moment(-30, 60),
      seats: random.whole(5, 30),
      mentor: random.name('mentors'),
      room: random.pick(['Library', 'Attic']),
      careerFields: ['Skilled Trades'],
      sessions: random.some([{ title: 'Set out' }, { title: 'Rest' }], 1, 2),
      isActive: random.chance(0.8),
    })),
  columns: (c) => [c.text('title', 'Title')],
  fields: (f) => [f.text('title', 'Title')],
  filters: ['isActive'],
  actions: ['edit', 'delete'],
})
// Declared before what it refers to.
const others = [users, careerFields, missions, protocols, mentors, dashboards]
const registry = completeRegistry([...others, workshops, rooms])

test('declared sample rows load with the demo, the same each time, and are replaced by a reset', async () => {
  const server = await startApp({ registry })
  const load = async (day: string, reset: boolean) => {
    const said: string[] = []
    const options = { today: new Date(day), reset, users: 3, registry }
    await loadDemo(server.connection, options, (line) => said.push(line))
    return said.filter((line) => /workshops|rooms/.test(line))
  }
  const rows = () =>
    query<{ data: Record<string, unknown>; created_at: Date; mentor: string }>(
      server.connection,
      `select w.data - 'mentor' - 'room' - 'careerFields' - 'sessions' as data, w.created_at,
         m.data ->> 'name' as mentor, r.data ->> 'name' as room
       from rec_workshops w join rec_mentors m on m.id::text = w.data ->> 'mentor'
       join rec_rooms r on r.id::text = w.data ->> 'room'
       where w.data @> '{"sample":true}' order by length(w.data ->> 'title'), w.data ->> 'title'`,
    )
  expect(await load('2026-11-20', false)).toEqual([
    'Added 2 sample rooms.',
    'Added 12 sample workshops.',
  ])
  const first = await rows()
  expect(first).toHaveLength(12)
  expect(new Set(first.map(({ mentor }) => mentor)).size).toBeGreaterThan(3)
  expect(await load('2026-11-20', false)).toEqual([
    'Added 0 sample rooms.',
    'Added 0 sample workshops.',
  ])
  expect(await load('2026-11-20', true)).toEqual([
    'Deleted 12 sample workshops.',
    'Deleted 2 sample rooms.',
    'Added 2 sample rooms.',
    'Added 12 sample workshops.',
  ])
  expect(await rows()).toEqual(first)

  // Samples are found, edited and have a history like other records.
  const list = await server.call('GET', '/workshops?limit=50&isActive=true')
  const [one] = list.body.workshops as Record<string, unknown>[]
  expect(one).toMatchObject({ careerFields: [expect.any(String)], seats: expect.any(Number) })
  const edited = await server.call('PUT', `/workshops/${one?._id}`, { body: one })
  expect(edited.body).toEqual({ ...one, version: 2 })
  const history = await query(
    server.connection,
    `select 1 from history where resource = 'workshops' and action = 'create'`,
  )
  expect(history).toHaveLength(12)
  await server.close()
})

test('samples lose a mark that only one record may have, if it is taken', async () => {
  const marked = defineResource({
    name: 'lamps',
    label: ['Lamp', 'Lamps'],
    recordName: 'name',
    create: z.object({
      name: requiredText(60),
      state: z.object({ lit: z.boolean().default(false) }),
    }),
    unique: [{ path: 'state.lit', only: true, message: 'One lamp is lit.' }],
    sample: { name: 'Own', state: { lit: true } },
    samples: () => [
      { name: 'Left', state: { lit: true } },
      { name: 'Right', state: { lit: false } },
    ],
    columns: (c) => [c.text('name', 'Name')],
    fields: (f) => [f.text('name', 'Name')],
    actions: ['edit', 'delete'],
  })
  const declared = completeRegistry([...others, marked])
  const server = await startApp({ registry: declared })
  await query(
    server.connection,
    `insert into rec_lamps (id, version, created_at, updated_at, data, search_text)
     values (gen_random_uuid(), 1, now(), now(), '{"name":"Own","state":{"lit":true}}', 'own')`,
  )
  const options = { today: new Date('2026-11-20'), reset: false, users: 3, registry: declared }
  await loadDemo(server.connection, options, () => undefined)
  expect(
    await query(
      server.connection,
      `select data - 'sample' as data from rec_lamps order by data ->> 'name'`,
    ),
  ).toEqual([
    { data: { name: 'Left', state: { lit: false } } },
    { data: { name: 'Own', state: { lit: true } } },
    { data: { name: 'Right', state: { lit: false } } },
  ])
  await server.close()
})

test('wrong rows are refused with row, field and fix', async () => {
  const faulty = completeRegistry([
    ...others,
    rooms,
    {
      ...workshops,
      samples: (random) => [
        { title: '', startsAt: 'soon', seats: random.whole(1, 4), mentor: 'Nobody There' },
        { title: 'Fine', startsAt: random.moment(0, 1), seats: 5, mentor: 'Nobody There' },
      ],
    },
  ])
  const fix = 'Fix: write a row that the create schema accepts.'
  const file = /^\S+\/\S+\.ts(:\d+)?: /gm
  const check = (given: typeof faulty) => checkSamples(given, new Date('2026-11-20'))
  const wordsOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return (error as Error).message.replace(file, '')
    }
    return undefined
  }
  // References are checked when the samples are loaded.
  expect(wordsOf(() => check(faulty))?.split('\n')).toEqual([
    `samples[0].title: Title is required. ${fix}`,
    `samples[0].startsAt: Starts at must be a date and time like 2026-11-20T08:30:00Z. ${fix}`,
    `samples[0].seats: Seats must be at least 5. ${fix}`,
  ])
  const throws = completeRegistry([
    ...others,
    { ...rooms, samples: (random) => [{ name: random.pick([]) }] },
  ])
  expect(wordsOf(() => check(throws))).toBe(
    'samples: the function fails: There is nothing to pick from. Fix: fix the function; it receives a generator of random values.',
  )
  expect(wordsOf(() => check([...wholeRegistry, ...registry]))).toBeUndefined()

  const twice = completeRegistry([users, { ...careerFields, samples: () => [] }])
  expect(wordsOf(() => check(twice))).toBe(
    'samples: the demo already has samples of it. Fix: remove `samples`, and edit the files in samples/.',
  )

  const server = await startApp({ registry: faulty })
  const options = { today: new Date('2026-11-20'), reset: false, users: 3, registry: faulty }
  const loading = loadDemo(server.connection, options, () => undefined)
  await expect(loading).rejects.toThrow(
    "samples[1].mentor: no record of mentors has the name 'Nobody There'. Fix: write the name of an existing record, or random.name('mentors').",
  )
  // All or nothing.
  expect(await query(server.connection, 'select 1 from rec_rooms')).toEqual([])
  await server.close()
})
