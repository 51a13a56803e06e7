import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { TOTAL_ROWS_HEADER } from '#contract/analytics.ts'
import { completeRegistry } from '#model/complete.ts'
import { times } from '#model/computed.ts'
import { defineResource } from '#model/declaration.ts'
import { reference, references } from '#model/references.ts'
import { requiredText, stamp } from '#model/schema.ts'
import * as declared from '#resources/declared.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { readCsv, readSheets } from '../support/read-export.ts'

const grant = z.object({
  title: requiredText(60),
  amount: z.int().min(0).default(7),
  donor: z.string().default('anonymous'),
  isPaid: z.boolean().default(false),
  judges: references('judges').default(() => []),
  chair: reference('judges').optional(),
  words: z.array(z.string()).default([]),
  place: z.object({ room: z.string().optional(), floor: z.int().default(0) }).prefault({}),
  parts: z.array(z.object({ name: z.string(), share: z.number() })).default([]),
})

/** A list with each kind of value. Support can read neither donors nor judges. */
const grants = defineResource({
  name: 'grants',
  label: ['Grant', 'Grants'],
  recordName: 'title',
  create: grant,
  row: grant.extend({ createdAt: stamp }),
  computed: { double: times<'amount'>('amount', 2) },
  sample: { title: 'Boots' },
  columns: (c) => [c.text('title', 'Title'), c.number('double', 'Twice')],
  fields: (f) => [f.text('title', 'Title'), f.text('donor', 'Donor')],
  search: ['title'],
  sorts: ['title'],
  filters: ['donor', 'isPaid'],
  defaultSort: 'title',
  access: { read: ['support', 'analyst'], fields: { donor: { read: ['analyst'] } } },
})
const judges = defineResource({
  name: 'judges',
  label: ['Judge', 'Judges'],
  recordName: 'name',
  create: z.object({ name: requiredText(60) }),
  sample: { name: 'Minos' },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name')],
  search: ['name'],
  sorts: ['name'],
  access: { read: ['analyst'] },
})

let server: TestApp
let support: string
let [minos, aeacus, boots] = ['', '', '']
beforeAll(async () => {
  server = await startApp({
    registry: completeRegistry([...Object.values(declared), judges, grants]),
    env: { CONSOLE_ROLES: 'support,analyst' },
  })
  support = (await server.user({ role: 'support' })).token
  const made = async (path: string, body: object) =>
    String((await server.call('POST', path, { body })).body._id)
  minos = await made('/judges', { name: 'Minos, of Crete' })
  aeacus = await made('/judges', { name: 'Aeacus' })
  boots = await made('/grants', {
    ...{ title: '=Boots', amount: 21, donor: 'Zeus', isPaid: true, words: ['tall', 'red'] },
    ...{ judges: [minos, aeacus], chair: minos, place: { room: 'A "1"', floor: 2 } },
    parts: [{ name: '+left', share: 0.5 }],
  })
  await made('/grants', { title: 'Coats' })
  const gone = await made('/grants', { title: 'Gone' })
  expect((await server.call('DELETE', `/grants/${gone}`)).status).toBe(204)
})
afterAll(() => server.close())

const take = async (search: string, token?: string) => {
  const answer = await server.call('GET', `/grants/export?${search}`, token ? { token } : {})
  expect(answer.status, answer.text).toBe(200)
  return answer
}

describe('the records of a list as a file', () => {
  test('CSV has a column for each value, references by id and name, lists joined', async () => {
    const answer = await take('format=csv')
    expect(answer.headers['content-disposition']).toMatch(/filename="grants_\d{4}-\d\d-\d\d\.csv"/)
    expect(answer.headers[TOTAL_ROWS_HEADER]).toBe('2')
    const { header, records } = readCsv(answer.bytes)
    expect(header).toEqual([
      ...['id', 'title', 'amount', 'donor', 'isPaid', 'judges', 'judgesNames', 'chair'],
      ...['chairName', 'words', 'place.room', 'place.floor', 'parts', 'double'],
      ...['createdAt', 'updatedAt'],
    ])
    // In the order of the list, without the deleted record.
    expect(records).toMatchObject([
      {
        ...{ id: boots, title: "'=Boots", amount: '21', donor: 'Zeus', isPaid: 'true' },
        ...{ judges: `${minos}, ${aeacus}`, judgesNames: 'Minos, of Crete, Aeacus' },
        ...{ chair: minos, chairName: 'Minos, of Crete', words: 'tall, red' },
        ...{ 'place.room': 'A "1"', 'place.floor': '2', double: '42' },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
      { title: 'Coats', isPaid: 'false', judges: '', chair: '', chairName: '', double: '14' },
    ])
  })

  test('JSON and workbook have the same with types', async () => {
    const { rows, dataType } = JSON.parse((await take('format=json')).text)
    expect(dataType).toBe('grants')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      ...{ title: '=Boots', amount: 21, isPaid: true, double: 42, chairName: 'Minos, of Crete' },
      parts: [{ name: '+left', share: 0.5 }],
    })
    expect(rows[1].chair).toBeNull()
    const sheets = await readSheets((await take('format=xlsx')).bytes)
    const [head, first] = sheets.Grants ?? []
    const at = (label: string) => first?.[head?.indexOf(label) ?? -1]
    expect([at('Title'), at('Amount'), at('Is Paid'), at('Chair')]).toEqual([
      ...['=Boots', 21, true, 'Minos, of Crete'],
    ])
    expect(sheets.About?.some(([about, what]) => about === 'Rows' && what === 2)).toBe(true)
  })

  test('is filtered and sorted by the query of the list', async () => {
    const titles = async (search: string) =>
      readCsv((await take(`format=csv&${search}`)).bytes).records.map(({ title }) => title)
    expect(await titles('search=boots')).toEqual(["'=Boots"])
    expect(await titles('isPaid=false')).toEqual(['Coats'])
    expect(await titles('sort=-title')).toEqual(['Coats', "'=Boots"])
    expect(await titles(`ids=${boots}`)).toEqual(["'=Boots"])
    expect(await titles('search=nothing')).toEqual([])
  })

  test('exports more selected records than a URL holds', async () => {
    const items = Array.from({ length: 120 }, (_, at) => ({
      ...{ resource: 'judges', action: 'create' },
      values: { name: `Judge ${String(at).padStart(3, '0')}` },
    }))
    const plan = await server.call('POST', '/changes/plan', { body: { items } })
    const body = { items, digest: plan.body.digest }
    expect((await server.call('POST', '/changes', { body })).status).toBe(200)
    const pages = [1, 2].map((page) =>
      server.call('GET', `/judges?search=judge&limit=100&sort=name&page=${page}`),
    )
    const rows = (await Promise.all(pages)).flatMap(
      ({ body: one }) => one.judges as { _id: string }[],
    )
    const ids = rows.map(({ _id }) => _id)
    expect(ids).toHaveLength(120)
    const chosen = (format: string, more: object = {}, token?: string) =>
      server.call('POST', '/judges/export', {
        body: { format, ids: [...ids, 'nobody', aeacus], ...more },
        ...(token && { token }),
      })
    const answer = await chosen('csv', { sort: '-name' })
    expect(answer.headers[TOTAL_ROWS_HEADER]).toBe('121')
    const { records } = readCsv(answer.bytes)
    expect([records.length, records[0]?.name, records.at(-1)?.name]).toEqual([
      ...[121, 'Judge 119', 'Aeacus'],
    ])
    expect(JSON.parse((await chosen('json')).text).rows).toHaveLength(121)
    expect((await readSheets((await chosen('xlsx')).bytes)).Judges).toHaveLength(122)
    expect((await chosen('csv', {}, support)).status).toBe(403)
    for (const wrong of [{ format: 'csv' }, { format: 'pdf', ids }, { format: 'csv', ids: [] }])
      expect((await server.call('POST', '/judges/export', { body: wrong })).status).toBe(400)
  })

  test.each([
    ['format=pdf', 'The format must be one of csv, json, xlsx.'],
    ['format=csv&page=2', "'page' is not allowed: an export contains all matching records"],
    [
      'format=csv&deleted=true',
      "'deleted' is not allowed: an export contains all matching records",
    ],
    ['format=csv&colour=red', "'colour' is unknown"],
  ])('%s is refused with a reason', async (search, message) => {
    const answer = await server.call('GET', `/grants/export?${search}`)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
  })

  test('exports only what the role may read', async () => {
    expect((await server.call('GET', '/grants/export?format=csv', { token: '' })).status).toBe(401)
    expect((await server.call('GET', '/judges/export?format=csv', { token: support })).status).toBe(
      403,
    )
    const { header, records } = readCsv((await take('format=csv', support)).bytes)
    expect(header).not.toContain('donor')
    expect(header).not.toContain('judgesNames')
    expect(header).not.toContain('chairName')
    expect(records[0]).toMatchObject({ judges: `${minos}, ${aeacus}` })
    expect(JSON.stringify(records)).not.toMatch(/Zeus|Minos/)
    const told = await server.call('GET', '/grants/export?format=csv&donor=Zeus', {
      token: support,
    })
    expect(told.status).toBe(403)
  })

  test('exports 10,000 rows, each once', async () => {
    await query(
      server.connection,
      `insert into rec_grants (id, version, created_at, updated_at, data, search_text)
       select gen_random_uuid(), 1, now(), now(), jsonb_build_object('title', 'Bulk ' || n, 'amount', n), ''
       from generate_series(1, 10000) n`,
    )
    const { records } = readCsv((await take('format=csv')).bytes)
    const sum = records.reduce((total, { amount }) => total + Number(amount), 0)
    expect(sum).toBe((10_000 * 10_001) / 2 + 21 + 7)
    expect(new Set(records.map(({ id }) => id)).size).toBe(10_002)
  })
})

test('a list exports its visible columns in their order, as stored', async () => {
  const all = await server.call('GET', '/grants/export?format=csv')
  const shown = await server.call('GET', '/grants/export?format=csv&columns=double,title')
  expect(shown.status, shown.text).toBe(200)
  const { header, records } = readCsv(shown.bytes)
  expect(header).toEqual(['id', 'double', 'title'])
  // The values equal those of a full export, so that they can be imported.
  const whole = readCsv(all.bytes).records
  expect(records.length).toBeGreaterThan(0)
  expect(records).toEqual(
    whole.map((row) => Object.fromEntries(header.map((name) => [name, row[name]]))),
  )

  const people = await server.call('GET', '/users/export?format=json&columns=role,Name')
  const [first] = Object(JSON.parse(people.text)).rows as Record<string, unknown>[]
  expect(Object.keys(first ?? {})).toEqual(['id', 'role', 'Name'])
  expect(first?.Name).toMatch(/\S \S/)
  for (const wrong of ['shoeSize', 'title,shoeSize', ''])
    for (const format of ['csv', 'json', 'xlsx']) {
      const refused = await server.call('GET', `/grants/export?format=${format}&columns=${wrong}`)
      expect(refused.status, wrong).toBe(400)
      expect(Object.keys(Object(Object(refused.body.error).fields))).toEqual(['columns'])
    }
  const cut = await server.call('GET', '/users/export?format=xlsx&columns=role')
  expect(cut.status).toBe(200)
})
