import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { reference } from '#model/references.ts'
import { emailAddress, ordered, requiredText, text } from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import users from '#resources/users.ts'
import { connectAlone } from '#server/db/pool.ts'
import { createRandom } from '#server/demo/samples.ts'
import { findStoredFaults } from '#server/records/stored-findings.ts'
import { query, startApp } from '../support/app.ts'

const registry = completeRegistry([
  users,
  careerFields,
  defineResource({
    name: 'workshops',
    label: ['Workshop', 'Workshops'],
    recordName: 'title',
    create: z.object({
      title: requiredText(60),
      code: requiredText(20),
      format: z.enum(['onsite', 'hybrid']),
      capacity: z.number().min(5).max(40),
      field: reference('career-fields'),
      place: z.object({ city: requiredText(40), isOpen: z.boolean() }),
      contact: emailAddress(),
      note: text(40).optional(),
      sessions: ordered({ title: requiredText(40), minutes: z.number().min(5) }),
    }),
    sample: {
      title: 'A',
      code: 'a',
      format: 'onsite',
      capacity: 5,
      field: '01890a5d-ac96-774b-bcce-b302099a8057',
      place: { city: 'Oslo', isOpen: true },
      contact: 'a@example.org',
      sessions: [],
    },
    columns: (c) => [c.text('title', 'Title')],
    fields: (f) => [
      f.text('title', 'Title'),
      f.text('code', 'Code'),
      f.select('format', 'Format'),
      f.number('capacity', 'Capacity'),
      f.reference('field', 'Field'),
      f.text('place.city', 'City'),
      f.status('place.isOpen', 'Open'),
      f.email('contact', 'Contact'),
      f.text('note', 'Note'),
      f.part('sessions', 'Sessions', 'sessions'),
    ],
    filters: ['format'],
    unique: [{ path: 'code', message: 'A workshop with this code already exists.' }],
  }),
])

/** The field of the finding, and the SQL that corrupts it. */
const CORRUPTIONS: readonly (readonly [field: string, set: string])[] = [
  ['title', `data - 'title'`],
  ['title', `data || '{"title": ""}'`],
  ['title', `data || jsonb_build_object('title', repeat('x', 61))`],
  ['title', `data || '{"title": 7}'`],
  ['format', `data || '{"format": "online"}'`],
  ['format', `data || '{"format": null}'`],
  ['format', `data || '{"format": ["onsite"]}'`],
  ['capacity', `data || '{"capacity": 4}'`],
  ['capacity', `data || '{"capacity": 41}'`],
  ['capacity', `data || '{"capacity": "12"}'`],
  ['capacity', `data - 'capacity'`],
  ['field', `data || '{"field": "01890a5d-ac96-774b-bcce-b302099a8099"}'`],
  ['field', `data || '{"field": "nowhere"}'`],
  ['place', `data || '{"place": "Oslo"}'`],
  ['place.city', `data #- '{place,city}'`],
  ['place.isOpen', `jsonb_set(data, '{place,isOpen}', '"yes"')`],
  ['contact', `data || '{"contact": "nobody"}'`],
  ['note', `data || '{"note": false}'`],
  ['sessions', `data || '{"sessions": {}}'`],
  ['sessions.*.minutes', `jsonb_set(data, '{sessions,1,minutes}', '4')`],
  ['sessions.*.minutes', `data #- '{sessions,0,minutes}'`],
  ['sessions.*.title', `jsonb_set(data, '{sessions,0,title}', '"  "')`],
  ['code', `data || '{"code": "CODE-1"}'`],
]
const ROWS = 300

test('all of 50 seeded corruptions are found, and nothing else', async () => {
  const app = await startApp({ registry })
  const made = await app.call('POST', '/career-fields', {
    body: { name: 'Falconry', description: 'Of hawks and of patience' },
  })
  const field = String(made.body._id)
  await query(app.connection, 'drop index rec_workshops_code_unique')
  const rows = await query<{ id: string }>(
    app.connection,
    `insert into rec_workshops (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now(), now(), jsonb_build_object('title', 'Nr ' || n,
       'code', 'code-' || n, 'format', case n % 2 when 0 then 'onsite' else 'hybrid' end,
       'capacity', 5 + n % 36, 'field', $1::text, 'contact', n || '@example.org', 'note', 'x',
       'house', 'an unknown key', 'place', jsonb_build_object('city', 'Oslo', 'isOpen', true),
       'sessions', jsonb_build_array(
         jsonb_build_object('_id', 'a', 'title', 'One', 'minutes', 5, 'order', 0),
         jsonb_build_object('_id', 'b', 'title', 'Two', 'minutes', 50, 'order', 1))), ''
     from generate_series(1, ${ROWS}) n returning id::text, data ->> 'code' as code`,
    [field],
  )
  const look = async () => {
    const client = await connectAlone(app.connection)
    const findings = await findStoredFaults(client, registry, { most: ROWS })
    await client.end()
    return findings.filter(({ resource }) => resource === 'workshops')
  }
  expect(await look()).toEqual([])

  const random = createRandom(20261122)
  const [first, ...others] = rows
  const shuffled = others
    .map((row) => ({ row, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => row)
  const planted: string[] = []
  for (let n = 0; n < 50; n += 1) {
    const [at, set] = CORRUPTIONS[n % CORRUPTIONS.length] ?? ['', '']
    const id = shuffled[n]?.id ?? ''
    await query(app.connection, `update rec_workshops set data = ${set} where id = $1`, [id])
    planted.push(`${at} ${id}`)
  }
  const findings = await look()
  const found = findings.flatMap((one) => one.records.map(({ id }) => `${one.field} ${id}`))
  // The first row is the one whose code the others took.
  expect(found.filter((one) => one !== `code ${first?.id}`).sort()).toEqual(planted.sort())
  expect(findings.find(({ kind }) => kind === 'choice')).toMatchObject({
    field: 'format',
    value: 'online',
    link: '/admin/workshops?format=online',
  })

  // Every corrupt row can be listed, and its valid fields edited.
  const ids = shuffled.slice(0, 50).map(({ id }) => id)
  const list = await app.call('GET', `/workshops?ids=${ids.join(',')}`)
  expect([list.status, (list.body.workshops as unknown[]).length]).toEqual([200, 50])
  for (const id of ids) {
    const one = await app.call('GET', `/workshops/${id}`)
    const put = await app.call('PUT', `/workshops/${id}`, { body: { note: 'seen' } })
    expect([put.text, one.status, put.status, put.body.note]).toEqual([put.text, 200, 200, 'seen'])
  }
  await app.close()
})
