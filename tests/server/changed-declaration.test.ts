import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { ordered, requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { look } from '#server/stored-data.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const NOW = ['onsite', 'hybrid'] as const

/** Workshops before and after their declaration asks for more than rows have. */
function workshops(isChanged: boolean) {
  const formats = isChanged ? NOW : ([...NOW, 'online'] as const)
  return completeRegistry([
    users,
    defineResource({
      name: 'workshops',
      label: ['Workshop', 'Workshops'],
      recordName: 'title',
      create: z.object({
        title: requiredText(isChanged ? 20 : 60),
        format: z.enum(formats),
        // Nobody can guess it of a workshop that is there.
        room: isChanged ? requiredText(20) : requiredText(20).optional(),
        sessions: ordered({ title: requiredText(60), format: z.enum(formats).optional() }).default(
          () => [],
        ),
      }),
      sample: { title: 'A', format: 'onsite', room: '1' },
      columns: (c) => [c.text('title', 'Title'), c.badge('format', 'Format')],
      fields: (f) => [
        f.text('title', 'Title'),
        f.select('format', 'Format'),
        f.text('room', 'Room'),
        f.part('sessions', 'Sessions', 'sessions'),
      ],
      filters: ['format'],
      ...(isChanged && { unique: [{ path: 'title', message: 'One of each title.' }] }),
    }),
  ])
}

const LONG = 'A title that was never too long before'

/** A server of the changed declaration, on rows of the one before. */
async function startChanged(): Promise<{ app: TestApp; ids: string[] }> {
  const before = await startApp({ registry: workshops(false) })
  const ids: string[] = []
  for (const body of [
    { title: 'Pottery', format: 'online', sessions: [{ title: 'Clay', format: 'online' }] },
    { title: 'pottery', format: 'onsite', room: '7' },
    { title: LONG, format: 'hybrid', room: '8' },
  ]) {
    const made = await before.call('POST', '/workshops', { body })
    expect(made.status, made.text).toBe(201)
    ids.push(String(made.body._id))
  }
  await before.close()
  const app = await startApp({ registry: workshops(true), connection: before.connection })
  return { app, ids }
}

test('KIT-12 a changed declaration starts, says what does not fit, and keeps every row at hand', async () => {
  const { app, ids } = await startChanged()
  const [online, onsite, long] = ids
  const findings = await look(app.store, workshops(true))
  expect(
    findings
      .filter(({ resource }) => resource === 'workshops')
      .map(({ kind, field, count, link }) => [kind, field, count, link]),
  ).toEqual([
    ['choice', 'format', 1, '/admin/workshops?format=online'],
    ['missing', 'room', 1, `/admin/workshops?ids=${online}`],
    ['choice', 'sessions.*.format', 1, `/admin/workshops?ids=${online}`],
    ['limit', 'title', 1, `/admin/workshops?ids=${long}`],
    ['twice', 'title', 2, `/admin/workshops?ids=${[online, onsite].sort()}`],
  ])

  // Found by what is no longer offered, and by nothing that never was.
  const list = await app.call('GET', '/workshops?format=online')
  expect([list.status, Object(list.body.pagination).total]).toEqual([200, 1])
  const never = await app.call('GET', '/workshops?format=outdoors')
  expect([never.status, Object(never.body.error).fields]).toEqual([
    400,
    {
      format:
        "The parameter 'format' must be one or more of onsite, hybrid, separated by commas, each once.",
    },
  ])
  const several = await app.call('GET', '/workshops?format=hybrid,online')
  expect([several.status, Object(several.body.pagination).total]).toEqual([200, 2])

  // Answers are what the API's description says of them.
  const document = (await app.call('GET', '/openapi.json')).body
  const { parameters } = Object(document.paths)['/api/v1/workshops'].get
  const format = parameters.find(({ name }: { name: string }) => name === 'format')
  expect(format.schema.items.enum).toEqual(['onsite', 'hybrid', 'online'])
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const fits = ajv.compile({ $ref: 'api#/components/schemas/Workshop' })
  for (const id of ids) {
    const one = await app.call('GET', `/workshops/${id}`)
    expect(fits(one.body), JSON.stringify(fits.errors)).toBe(true)
    // And may be sent back whole.
    const put = await app.call('PUT', `/workshops/${id}`, { body: one.body })
    expect(put.status, put.text).toBe(200)
  }

  // What is left alone stays, whatever else is changed; a new wrong value is refused.
  const put = (body: object) => app.call('PUT', `/workshops/${online}`, { body })
  const sessions = Object(list.body.workshops)[0].sessions as object[]
  const kept = await put({ sessions: [...sessions, { title: 'Glaze' }] })
  expect(kept.body).toMatchObject({
    format: 'online',
    sessions: [{ title: 'Clay', format: 'online' }, { title: 'Glaze' }],
  })
  const refused = async (body: object) => {
    const { status, body: answer } = await put(body)
    return [status, Object.keys(Object(Object(answer.error).fields))]
  }
  expect(await refused({ sessions: [{ title: 'New', format: 'online' }] })).toEqual([
    400,
    ['sessions.0.format'],
  ])
  expect(await refused({ sessions: [...sessions, {}] })).toEqual([400, ['sessions.1.title']])
  expect(await refused({ format: 'outdoors' })).toEqual([400, ['format']])
  expect(await refused({ room: '' })).toEqual([400, ['room']])
  expect((await put({ format: 'hybrid' })).status).toBe(200)
  expect(await refused({ format: 'online' })).toEqual([400, ['format']])
  await app.close()
})

test('KIT-12 a unique rule with duplicates waits for them, and lets no new one in', async () => {
  const { app, ids } = await startChanged()
  const [online, onsite] = ids
  const index = () =>
    query(app.connection, `select 1 from pg_class where relname = 'rec_workshops_title_unique'`)
  const create = (title: string) =>
    app.call('POST', '/workshops', { body: { title, format: 'onsite', room: '1' } })
  expect(await index()).toHaveLength(0)

  const twin = await create('POTTERY')
  expect([twin.status, Object(twin.body.error).fields]).toEqual([
    409,
    { title: 'One of each title.' },
  ])
  // Of two at once one comes through.
  const both = await Promise.all([create('Weaving'), create('weaving')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  // Each of the two may be edited, and given another name.
  expect((await app.call('PUT', `/workshops/${online}`, { body: { room: '2' } })).status).toBe(200)
  await app.store.bringUp(() => undefined)
  expect([await index(), await app.store.canKeepMore()]).toEqual([[], false])

  const renamed = await app.call('PUT', `/workshops/${onsite}`, { body: { title: 'Ceramics' } })
  expect(renamed.status, renamed.text).toBe(200)
  expect(await app.store.canKeepMore()).toBe(true)
  await app.store.bringUp(() => undefined)
  expect(await index()).toHaveLength(1)
  expect((await create('ceramics')).status).toBe(409)
  await app.close()
})
