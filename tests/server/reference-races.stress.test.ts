import { afterAll, beforeAll, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'

const PAIRS = 60
/** More at once would only wait for connections. */
const AT_ONCE = 6
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

/** Makes one record for each pair, in their order; returns the ids. */
async function makeAll(path: string, bodyOf: (n: number) => object): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < PAIRS) {
    const next = Array.from({ length: AT_ONCE }, (_, n) => make(path, bodyOf(ids.length + n)))
    ids.push(...(await Promise.all(next)))
  }
  return ids
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

test.each(['created', 'changed'])(
  'of a delete and a reference at the same moment one is refused, when it is %s',
  async (how) => {
    const outcomes = new Map<string, number>()
    const fields = await makeAll('/career-fields', (n) => ({ name: `${how} ${n}` }))
    const missions = await makeAll('/missions/templates', (n) => ({
      title: `Mission ${n}`,
      type: 'race',
    }))
    const write = (n: number) =>
      how === 'created'
        ? call('POST', '/missions/templates', { title: 'x', type: 'y', careerFields: [fields[n]] })
        : call('PUT', `/missions/templates/${missions[n]}`, { careerFields: [fields[n]] })
    for (let first = 0; first < PAIRS; first += AT_ONCE)
      await Promise.all(
        fields.slice(first, first + AT_ONCE).map(async (field, offset) => {
          const n = first + offset
          const erase = () => call('DELETE', `/career-fields/${field}`)
          const both = n % 2 ? [erase(), write(n)] : [write(n), erase()]
          const [one, other] = await Promise.all(both)
          const [erased, written] = n % 2 ? [one, other] : [other, one]
          const outcome = `${erased?.status} ${written?.status}`
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }),
      )
    const done = how === 'created' ? 201 : 200
    for (const outcome of outcomes.keys()) expect(['204 400', `409 ${done}`]).toContain(outcome)
    expect([...outcomes.values()].reduce((sum, n) => sum + n, 0)).toBe(PAIRS)
    expect(await dangling()).toBe(0)
  },
)

test('a write waits for a delete on its way, and a delete for a write', async () => {
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
