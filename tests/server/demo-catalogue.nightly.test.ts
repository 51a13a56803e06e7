import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import { registry } from '#resources/index.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

interface StoredRow {
  id: string
  data: Record<string, unknown>
}

const TABLES: Record<string, string> = {
  'career-fields': 'rec_career_fields',
  'missions/templates': 'rec_missions',
  'protocols/templates': 'rec_protocols',
  mentors: 'rec_mentors',
}

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  await load(false)
})
afterAll(() => server.close())

test('the catalogue is there, each sample with its history', async () => {
  expect(await counts()).toEqual({
    'career-fields': 11,
    'missions/templates': 24,
    'protocols/templates': 9,
    mentors: 12,
  })
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = await query(
      server.connection,
      `select 1 from history h join ${table} r on r.id = h.record_id
       where h.resource = $1 and h.action = 'create' and h.at = r.created_at and h.data = r.data
         and r.data @> '{"sample":true}'`,
      [name],
    )
    expect(rows).toHaveLength((await stored(name)).length)
    const [tally] = await query(server.connection, 'select live from tallies where resource = $1', [
      name,
    ])
    expect(tally).toEqual({ live: rows.length })
  }
})

test('every reference leads to a live record, and entries carry ids and their places', async () => {
  let references = 0
  for (const resource of registry)
    for (const { path, to } of referencesOf(resource.create)) {
      const ids = (await stored(to)).map(({ id }) => id)
      for (const { data } of await stored(resource.name))
        for (const { value } of findAt(data, path)) {
          references += 1
          expect(ids).toContain(value)
        }
    }
  expect(references).toBeGreaterThan(100)
  for (const [name, list] of [
    ['missions/templates', 'steps'],
    ['protocols/templates', 'phases'],
    ['protocols/templates', 'phases.*.milestones'],
  ] as const)
    for (const { data } of await stored(name))
      for (const { value } of findAt(data, list)) {
        const entries = value as { _id: unknown; order: unknown }[]
        expect(entries.map(({ order }) => order)).toEqual([...entries.keys()])
        for (const { _id } of entries) expect(_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      }
})

test('a second load adds nothing, and each reset gives the same again', async () => {
  const before = await counts()
  expect(await load(false)).toEqual([
    'Added 0 sample career fields.',
    'Added 0 sample users.',
    'Added 0 sample missions.',
    'Added 0 sample protocols.',
    'Added 0 sample mentors.',
    'Added 0 sample custom dashboards.',
    'Added 0 sample events.',
  ])
  for (const _ of [1, 2]) {
    const said = await load(true)
    expect(said.slice(0, 6)).toEqual([
      'Deleted 2 sample custom dashboards.',
      'Deleted 12 sample mentors.',
      'Deleted 9 sample protocols.',
      'Deleted 24 sample missions.',
      'Deleted 3 sample users.',
      'Deleted 11 sample career fields.',
    ])
    expect(await counts()).toEqual(before)
  }
})

test('a reset keeps samples that records of one’s own refer to, and what these refer to', async () => {
  const before = await counts()
  const title = 'Keep a field notebook for seven days'
  const [mission] = (await stored('missions/templates')).filter(({ data }) => data.title === title)
  const [trades] = (await stored('career-fields')).filter(
    ({ data }) => data.name === 'Skilled Trades',
  )
  const add = async (path: string, body: object) => {
    const answer = await server.call('POST', path, { body })
    expect(answer.status, answer.text).toBe(201)
    return String(answer.body._id)
  }
  const missionId = await add('/missions/templates', {
    title: 'Our own mission',
    type: 'research',
    careerFields: [trades?.id],
  })
  const protocolId = await add('/protocols/templates', {
    title: 'Our own protocol',
    phases: [{ title: 'One', milestones: [{ title: 'A', missions: [mission?.id] }] }],
  })
  const said = await load(true)
  expect(said).toContain('Kept 1 sample missions that other records refer to.')
  // Skilled Trades, and the two fields of the mission that stays.
  expect(said).toContain('Kept 3 sample career fields that other records refer to.')
  expect(said).toContain('Added 23 sample missions.')
  expect(said).toContain('Added 8 sample career fields.')
  expect(await counts()).toEqual(before)
  const kept = await stored('missions/templates')
  expect(kept.find(({ id }) => id === mission?.id)?.data).toEqual(mission?.data)
  // Samples made anew refer to what was kept.
  const fields = (await stored('mentors')).flatMap(({ data }) => data.careerFields)
  expect(fields).toContain(trades?.id)
  // Once nobody refers to them they go with the next reset.
  await server.call('DELETE', `/protocols/templates/${protocolId}`)
  await server.call('DELETE', `/missions/templates/${missionId}`)
  expect(await load(true)).toContain('Deleted 24 sample missions.')
  expect(await counts()).toEqual(before)
})

test('a sample takes an edit of the console as it is', async () => {
  for (const [path, key] of [
    ['/missions/templates', 'missions'],
    ['/protocols/templates', 'protocols'],
    ['/mentors', 'mentors'],
  ] as const) {
    const list = await server.call('GET', `${path}?limit=50`)
    for (const row of list.body[key] as Record<string, unknown>[]) {
      const answer = await server.call('PUT', `${path}/${row._id}`, { body: row })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toEqual({ ...row, version: 2 })
    }
  }
})

/** Loads the samples, with three users only, and gives the lines that were said. */
async function load(reset: boolean): Promise<string[]> {
  const said: string[] = []
  const options = { today: new Date('2026-11-20'), reset, users: 3 }
  await loadDemo(server.connection, options, (line) => said.push(line))
  return said
}

/** The live samples of a resource. */
function stored(name: string): Promise<StoredRow[]> {
  return query<StoredRow>(
    server.connection,
    `select id, data from ${TABLES[name]} where deleted_at is null and data @> '{"sample":true}'`,
  )
}

async function counts(): Promise<Record<string, number>> {
  const pairs = Object.keys(TABLES).map(
    async (name) => [name, (await stored(name)).length] as const,
  )
  return Object.fromEntries(await Promise.all(pairs))
}
