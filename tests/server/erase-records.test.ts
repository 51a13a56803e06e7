import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { sampleWith } from '../support/values.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row>(server.connection, text, values)

/** Erasing is the same for all: people, what the public sent, and what others refer to. */
const SHOWN = registry.filter(({ name }) =>
  ['users', 'messages', 'missions/templates'].includes(name),
)

describe.each(SHOWN)('a record of $name', (resource) => {
  const { path } = resource.api
  let settled = resource
  let number = 0
  beforeAll(async () => {
    settled = await settle(server, resource, registry)
  })
  const add = async () => {
    number += 1
    return await addRecord(server, resource, sampleWith(settled, `erased${number}`))
  }
  const isThere = async (id: unknown) => {
    const rows = await sql<{ data: object }>(
      'select data from history where record_id = $1 order by version',
      [id],
    )
    return rows.map(({ data }) => Object.keys(data).length > 0)
  }

  test('is erased, live or deleted, with its history', async () => {
    for (const deletes of [false, true]) {
      const { _id } = await add()
      const at = `${path}/${_id}`
      if (deletes) expect((await server.call('DELETE', at)).status).toBe(204)
      expect(await isThere(_id)).toContain(true)
      const erased = await server.call('DELETE', `${at}/erase`)
      expect(erased.status, erased.text).toBe(204)
      expect((await server.call('GET', at)).status).toBe(404)
      expect((await server.call('DELETE', at)).status).toBe(404)
      expect(await isThere(_id)).toEqual([false, false, false])
      const [change] = await sql<{ via: string; actor_id: string }>(
        'select via, actor_id from changes where id = $1',
        [erased.headers['change-id']],
      )
      expect(change).toEqual({ via: 'form', actor_id: server.adminId })
      expect((await server.call('DELETE', `${at}/erase`)).headers['change-id']).toBe(
        erased.headers['change-id'],
      )
    }
  })

  test('is not erased at a stale version; an unknown id is 404', async () => {
    const { _id } = await add()
    const erase = (version: string) =>
      server.call('DELETE', `${path}/${_id}/erase`, { headers: { 'if-match': version } })
    expect((await erase('"7"')).status).toBe(412)
    await server.call('DELETE', `${path}/${_id}`)
    expect((await erase('"1"')).status).toBe(412)
    expect(await isThere(_id)).toEqual([true, true])
    expect((await erase('"2"')).status).toBe(204)
    for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'x'])
      expect((await server.call('DELETE', `${path}/${id}/erase`)).status).toBe(404)
  })
})

test('a record that live records refer to is not erased, live or deleted', async () => {
  const field = (await server.call('POST', '/career-fields', { body: { name: 'Tidal power' } }))
    .body
  const mentor = {
    ...{ name: 'Idris', careerFields: [field._id], specialization: 'Tides', bio: 'At sea.' },
    ...{ geminiMentorId: 'gemini-tides', isActive: true },
  }
  const made = await server.call('POST', '/mentors', { body: mentor })
  expect(made.status, made.text).toBe(201)
  const erase = () => server.call('DELETE', `/career-fields/${field._id}/erase`)
  const refusal = [409, 'This career field is used by 1 mentor.']
  const answerOf = async () => {
    const { status, body } = await erase()
    return [status, Object(body.error).message]
  }
  expect(await answerOf()).toEqual(refusal)
  await sql('update rec_career_fields set deleted_at = now() where id = $1', [field._id])
  expect(await answerOf()).toEqual(refusal)
  expect(await sql('select 1 from rec_career_fields where id = $1', [field._id])).toHaveLength(1)
  await server.call('DELETE', `/mentors/${made.body._id}`)
  expect((await erase()).status).toBe(204)
})
