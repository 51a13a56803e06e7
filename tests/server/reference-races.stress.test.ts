import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: object) =>
  server.call(method, path, body ? { body } : {})

async function make(path: string, body: object): Promise<string> {
  const answer = await call('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body._id)
}

/** Live missions whose career field is no longer there. */
async function dangling(): Promise<number> {
  const rows = await query(
    server.connection,
    `select m.id from rec_missions m, jsonb_array_elements_text(m.data -> 'careerFields') as f(id)
     where m.deleted_at is null and not exists (
       select from rec_career_fields c where c.id = f.id::uuid and c.deleted_at is null)`,
  )
  return rows.length
}

test('a write waits for an open delete of its reference, and a delete for an open write', async () => {
  const field = await make('/career-fields', { name: 'Both ways' })
  const client = await server.store.pool.connect()
  try {
    await client.query('begin')
    await client.query('update rec_career_fields set deleted_at = now() where id = $1', [field])
    const written = call('POST', '/missions/templates', {
      title: 'Late',
      type: 'race',
      careerFields: [field],
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await client.query('commit')
    expect((await written).status).toBe(400)

    const other = await make('/career-fields', { name: 'Held' })
    await client.query('begin')
    await client.query('select id from rec_career_fields where id = $1 for share', [other])
    await client.query(
      `insert into rec_missions (id, version, created_at, updated_at, data, search_text)
       values (gen_random_uuid(), 1, now(), now(), $1, '')`,
      [{ title: 'First', type: 'race', careerFields: [other] }],
    )
    const erased = call('DELETE', `/career-fields/${other}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await client.query('commit')
    expect((await erased).status).toBe(409)
  } finally {
    client.release()
  }
  expect(await dangling()).toBe(0)
})
