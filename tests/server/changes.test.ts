import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

type Body = Record<string, unknown>
const changeOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['change-id'])
const field = async (name = 'Botany') => {
  const answer = await server.call('POST', '/career-fields', { body: { name } })
  return { id: String(answer.body._id), change: changeOf(answer), answer }
}
const read = async (path: string) => (await server.call('GET', path)).body as Body
const undo = (id: string, body: Body = {}, token?: string) =>
  server.call('POST', `/changes/${id}/undo`, { body, ...(token && { token }) })

test('an edit, a deletion, a creation and an undo can be undone', async () => {
  const { id, change } = await field('Geology')
  const edited = await server.call('PUT', `/career-fields/${id}`, { body: { name: 'Geodesy' } })
  const back = await undo(changeOf(edited))
  expect(back.status).toBe(200)
  expect(back.body).toMatchObject({
    takenBack: [{ id, name: 'Geodesy', fields: { name: { was: 'Geology', is: 'Geodesy' } } }],
    kept: [],
    refused: [],
  })
  expect((await read(`/career-fields/${id}`)).name).toBe('Geology')
  await undo(changeOf(back))
  expect((await read(`/career-fields/${id}`)).name).toBe('Geodesy')

  const gone = await server.call('DELETE', `/career-fields/${id}`)
  expect((await undo(changeOf(gone), { plan: true })).body).toMatchObject({
    takenBack: [{ id, action: 'delete' }],
  })
  expect((await server.call('GET', `/career-fields/${id}`)).status).toBe(404)
  await undo(changeOf(gone))
  expect((await read(`/career-fields/${id}`)).name).toBe('Geodesy')

  const kept = await undo(change)
  expect(kept.body).toMatchObject({ takenBack: [], kept: [{ id, by: 'Ada Admin' }] })
  expect(kept.headers['change-id']).toBeUndefined()
  const other = await field('Short-lived')
  await undo(other.change)
  expect((await server.call('GET', `/career-fields/${other.id}`)).status).toBe(404)
})

test('an undo keeps later changes and reports the rule that prevents it', async () => {
  const second = await server.user({ role: 'admin' })
  const { id } = await server.user({ firstName: 'Mia', lastName: 'Berg', segment: 'student' })
  const edited = await server.call('PUT', `/users/${id}`, {
    body: { lastName: 'Burg', segment: 'graduate' },
  })
  await server.call('PUT', `/users/${id}`, { body: { lastName: 'Bach' }, token: second.token })
  const back = await undo(changeOf(edited))
  expect(back.body).toMatchObject({
    takenBack: [{ fields: { segment: { was: 'student', is: 'graduate' } } }],
    kept: [{ fields: { lastName: { was: 'Berg', is: 'Burg' } }, reason: 'It was changed later.' }],
  })
  expect(await read(`/users/${id}`)).toMatchObject({ lastName: 'Bach', segment: 'student' })

  const { email } = await read(`/users/${id}`)
  const gone = await server.call('DELETE', `/users/${id}`)
  await server.user({ email: String(email) })
  const refused = await undo(changeOf(gone))
  expect(refused.body).toMatchObject({
    takenBack: [],
    kept: [],
    refused: [{ id, rule: 'conflict' }],
  })
  expect((await server.call('GET', `/users/${id}`)).status).toBe(404)
})

test('a plan says what apply does: refused records are skipped by name, conflicts are reported', async () => {
  const users = await Promise.all(
    ['Ann', 'Ben', 'Cat', 'Dan'].map((firstName) =>
      server.user({ firstName, segment: 'graduate' }),
    ),
  )
  const [ann, ben, cat] = users
  const ids = [...users.map(({ id }) => id), server.adminId]
  const asked = {
    resource: 'users',
    change: { action: 'update', values: { isActive: false } },
    ids,
  }
  const before = await query(server.connection, 'select count(*)::int as n from history')
  const planned = await server.call('POST', '/changes/plan', { body: asked })
  expect(planned.status).toBe(200)
  expect(planned.body.counts).toEqual({ changed: 4, unchanged: 0, refused: 1, stale: 0 })
  expect(await query(server.connection, 'select count(*)::int as n from history')).toEqual(before)
  const items = planned.body.items as { id: string; version: number; reason?: string }[]
  expect(items.at(-1)?.reason).toBe('You cannot deactivate your own account.')

  await server.call('PUT', `/users/${ann?.id}`, { body: { lastName: 'Merged' } })
  await server.call('PUT', `/users/${ben?.id}`, { body: { isActive: false } })
  await server.call('PUT', `/users/${ben?.id}`, { body: { isActive: true } })
  const body = {
    ...asked,
    ids: items.map(({ id, version }) => `${id}@${version}`),
    digest: planned.body.digest,
  }
  const all = await server.call('POST', '/changes', { body })
  expect(all.status).toBe(409)
  expect(all.text).toContain('You cannot deactivate your own account.')
  const key = { 'idempotency-key': 'deactivate-once' }
  const without = { ...body, without: [server.adminId] }
  const done = await server.call('POST', '/changes', { body: without, headers: key })
  expect(done.body).toMatchObject({
    counts: { changed: 3, unchanged: 0, left: 1, clashed: 1 },
    clashed: [{ id: ben?.id, by: 'Ada Admin' }],
  })
  expect(await read(`/users/${ann?.id}`)).toMatchObject({ lastName: 'Merged', isActive: false })
  expect(await read(`/users/${ben?.id}`)).toMatchObject({ isActive: true })

  const again = await server.call('POST', '/changes', { body: without, headers: key })
  expect(again.body).toEqual(done.body)
  expect(changeOf(again)).toBe(changeOf(done))
  const back = await undo(changeOf(done))
  expect((back.body.takenBack as unknown[]).length).toBe(3)
  expect(await read(`/users/${cat?.id}`)).toMatchObject({ isActive: true })

  const other = { ...body, change: { action: 'delete' } }
  const unplanned = await server.call('POST', '/changes', { body: { ...other, without: ids } })
  expect(unplanned.status).toBe(409)
  expect(unplanned.text).toContain('The changes differ from the plan.')
  const twice = { ...asked, ids: [ann?.id, ann?.id] }
  expect((await server.call('POST', '/changes/plan', { body: twice })).status).toBe(400)
  const noName = { ...asked, resource: 5 }
  expect((await server.call('POST', '/changes/plan', { body: noName })).text).toContain(
    'must be text',
  )
  const byQuery = { resource: 'users', change: asked.change, query: 'search=merged' }
  const matched = await server.call('POST', '/changes/plan', { body: byQuery })
  expect((matched.body.items as Body[]).map(({ id }) => id)).toEqual([ann?.id])
})

test('two records cannot swap a unique value in one set; a deleted or renamed one frees it', async () => {
  const names = ['Agronomy', 'Bryology', 'Cytology', 'Dendrology']
  const ids: string[] = []
  for (const name of names) ids.push((await field(name)).id)
  const called = async (id: string | undefined) => (await read(`/career-fields/${id}`)).name
  const rename = (place: number, name: string) => ({
    ...{ resource: 'career-fields', action: 'update', id: ids[place], version: 1 },
    values: { name },
  })
  const swap = [rename(0, 'Bryology'), rename(1, 'AGRONOMY')]
  const refused = await server.call('POST', '/changes/plan', { body: { items: swap } })
  expect(refused.body.counts).toEqual({ changed: 0, unchanged: 0, refused: 2, stale: 0 })
  expect((refused.body.items as Body[])[0]).toMatchObject({ rule: 'conflict' })
  const applied = await server.call('POST', '/changes', {
    body: { items: swap, digest: refused.body.digest },
  })
  expect(applied.status, applied.text).toBe(409)

  const items = [
    { resource: 'career-fields', action: 'create', values: { name: 'Agronomy' } },
    rename(0, 'Entomology'),
    rename(1, 'Cytology'),
    { resource: 'career-fields', action: 'delete', id: ids[2], version: 1 },
  ]
  const plan = await server.call('POST', '/changes/plan', { body: { items } })
  expect(plan.body.counts).toEqual({ changed: 4, unchanged: 0, refused: 0, stale: 0 })
  const done = await server.call('POST', '/changes', { body: { items, digest: plan.body.digest } })
  expect(done.status, done.text).toBe(200)
  expect([await called(ids[0]), await called(ids[1])]).toEqual(['Entomology', 'Cytology'])
  expect((await read('/career-fields?search=entomology')).careerFields).toHaveLength(1)
  expect((await undo(changeOf(done))).body).toMatchObject({ kept: [], refused: [] })
  expect(await Promise.all(ids.map(called))).toEqual(names)
})

test('a set of dependent records of several resources is applied or refused as a whole', async () => {
  const { id: used } = await field('Carpentry')
  const { id: other } = await field('Joinery')
  const mentor = await server.call('POST', '/mentors', {
    body: {
      ...{ name: 'Oak', specialization: 'Wood', geminiMentorId: 'gemini-oak', bio: 'Wood' },
      careerFields: [used],
    },
  })
  const del = (resource: string, id: string) => ({ resource, action: 'delete', id })
  const planned = await server.call('POST', '/changes/plan', {
    body: { items: [del('career-fields', used)] },
  })
  expect(mentor.status, mentor.text).toBe(201)
  expect(planned.body).toMatchObject({
    counts: { refused: 1 },
    items: [{ name: 'Carpentry', reason: 'This career field is used by 1 mentor.' }],
  })
  const items = [
    { resource: 'mentors', action: 'delete', id: mentor.body._id },
    del('career-fields', used),
    { resource: 'career-fields', action: 'create', values: { name: 'Carpentry' } },
    { resource: 'career-fields', action: 'update', id: other, values: { name: 'Carpentry' } },
  ]
  const both = await server.call('POST', '/changes/plan', { body: { items } })
  expect(both.body.counts).toMatchObject({ changed: 3, refused: 1 })
  const versions = both.body.items as { version?: number }[]
  const applied = await server.call('POST', '/changes', {
    body: {
      digest: both.body.digest,
      items: items.map((item, at) =>
        item.action === 'create' ? item : { ...item, version: versions[at]?.version },
      ),
      without: [other],
    },
  })
  expect(applied.body, applied.text).toMatchObject({ counts: { changed: 3, left: 1 } })
  const back = await undo(changeOf(applied))
  expect(back.body).toMatchObject({ takenBack: [{}, {}, {}], kept: [], refused: [] })
  expect((await read(`/career-fields/${used}`)).name).toBe('Carpentry')
  expect((await read(`/mentors/${mentor.body._id}`)).name).toBe('Oak')
})

test('records that a set skips do not count for the others', async () => {
  const fields = [(await field('Weaving')).id, (await field('Knitting')).id]
  const mission = await server.call('POST', '/missions/templates', {
    body: { title: 'Weave a mat', type: 'research', careerFields: [fields[0]] },
  })
  const left = String(mission.body._id)
  const items = [
    ...fields.map((id) => ({ resource: 'career-fields', action: 'delete', id, version: 1 })),
    { resource: 'missions/templates', action: 'delete', id: left, version: 1 },
  ]
  const planned = await server.call('POST', '/changes/plan', { body: { items } })
  expect(planned.body.counts, planned.text).toMatchObject({ changed: 3 })
  const apply = (without: unknown[]) =>
    server.call('POST', '/changes', { body: { items, digest: planned.body.digest, without } })
  const refused = await apply([left])
  expect(refused.status, refused.text).toBe(409)
  expect(refused.text).toContain('This career field is used by 1 mission.')
  expect((await server.call('GET', `/career-fields/${fields[0]}`)).status).toBe(200)
  const done = await apply([left, fields[0]])
  expect(done.body.counts, done.text).toMatchObject({ changed: 1, left: 2 })
})

test('a repeated idempotency key gives the same answer; with another body it is refused', async () => {
  const headers = { 'idempotency-key': 'one-botany' }
  const body = { name: 'Botany of keys' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => server.call('POST', '/career-fields', { body, headers })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(new Set(answers.map(changeOf)).size).toBe(1)
  const other = await server.call('POST', '/career-fields', { body: { name: 'Other' }, headers })
  expect(other.status).toBe(422)
  const second = await server.user({ role: 'admin' })
  const theirs = await server.call('POST', '/career-fields', {
    body: { name: 'Of another admin' },
    headers,
    token: second.token,
  })
  expect(theirs.status).toBe(201)
  const id = String(answers[0]?.body._id)
  const put = { headers: { 'idempotency-key': 'put-once' }, body: { name: 'Renamed once' } }
  const first = await server.call('PUT', `/career-fields/${id}`, put)
  await server.call('PUT', `/career-fields/${id}`, { body: { name: 'Renamed since' } })
  expect((await server.call('PUT', `/career-fields/${id}`, put)).body).toEqual(first.body)
  expect((await read(`/career-fields/${id}`)).name).toBe('Renamed since')
  const bad = await server.call('DELETE', `/career-fields/${id}`, {
    headers: { 'idempotency-key': 'two words' },
  })
  expect(bad.status).toBe(400)
})
