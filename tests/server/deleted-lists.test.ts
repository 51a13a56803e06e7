import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAt, setAt } from '#model/paths.ts'
import { registry } from '#resources/index.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, post } from '../support/forms.ts'
import { rowsIn, sampleWith, searchedPath, type Values } from '../support/values.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({
    env: { CONSOLE_ROLES: 'support,analyst', FORM_POSTS_PER_ADDRESS: '1000' },
  })
})
afterAll(() => server.close())

const get = async (path: string, token?: string) =>
  server.call('GET', path, token === undefined ? {} : { token })

/** The lists share their code: one with a search, and the plain one without pages. */
const SHOWN = registry.filter(({ name }) => ['missions/templates', 'dashboards'].includes(name))

describe.each(SHOWN)('deleted records of $name', (resource) => {
  const { path } = resource.api
  const searched = searchedPath(resource)
  const list = async (parameters: string): Promise<Values[]> => {
    const answer = await get(`${path}?${parameters}`)
    expect(answer.status, answer.text).toBe(200)
    return rowsIn(resource, answer.body)
  }
  let made: Values[]
  beforeAll(async () => {
    const settled = await settle(server, resource, registry)
    made = []
    for (const mark of ['gone0', 'gone1', 'gone2']) {
      const sample = sampleWith(settled, mark)
      const text = searched && String(getAt(sample, searched))
      const isMarked = text === undefined || text.includes(mark)
      const body = isMarked ? sample : setAt(sample, searched ?? '', `${mark} ${text}`)
      made.push(await addRecord(server, resource, body))
    }
    // The order of deletion differs from that of creation.
    for (const at of [1, 0]) {
      const { status } = await server.call('DELETE', `${path}/${made[at]?._id}`)
      expect(status).toBe(204)
    }
  })

  test('are listed apart, the latest first, with time and author of the deletion', async () => {
    const rows = await list('deleted=true&limit=100')
    const own = rows.filter(({ _id }) => made.some((one) => one._id === _id))
    expect(own.map(({ _id }) => _id)).toEqual([made[0]?._id, made[1]?._id])
    for (const row of own) {
      const before = made.find(({ _id }) => _id === row._id)
      const { deletedAt, deletedBy, version, updatedAt, ...rest } = row
      expect(deletedBy).toEqual({ _id: server.adminId, name: 'Ada Admin' })
      expect(Math.abs(Date.now() - Date.parse(String(deletedAt)))).toBeLessThan(60_000)
      expect(version).toBe(2)
      // A deleted dashboard loses the default mark.
      for (const [key, value] of Object.entries(rest))
        if (key !== 'isDefault') expect(value, key).toEqual(before?.[key])
    }
    const live = await list('limit=100')
    expect(live.map(({ _id }) => _id)).toContain(made[2]?._id)
    for (const row of live) expect(Object.keys(row)).not.toContain('deletedAt')
    expect(live.some(({ _id }) => own.some((one) => one._id === _id))).toBe(false)
  })

  test('are counted, paged, sorted and found by id like others', async () => {
    const answer = (await get(`${path}?deleted=true&limit=1`)).body
    const { total = answer.count ?? 2 } = Object(answer.pagination)
    if (!Array.isArray(answer)) expect(total).toBeGreaterThanOrEqual(2)
    const ids = await list(`deleted=true&ids=${made.map(({ _id }) => _id).join(',')}`)
    expect(ids.map(({ _id }) => _id).sort()).toEqual([made[0]?._id, made[1]?._id].sort())
    const [word] = resource.sorts
    if (word) expect((await list(`deleted=true&sort=-${word}&limit=100`)).length).toBeGreaterThan(1)
  })

  if (searched)
    test('are searched', async () => {
      const texts = await list('deleted=true&search=gone1')
      expect(texts.map(({ _id }) => _id)).toEqual([made[1]?._id])
      expect(await list('deleted=true&search=gone2')).toEqual([])
    })
})

describe('access to deleted records', () => {
  beforeEach(() => query(server.connection, 'truncate rec_messages'))

  test('needs the permission to delete', async () => {
    await post(server, 'contact', MESSAGE)
    const [letter] = (await get('/messages')).body.messages as Values[]
    await server.call('DELETE', `/messages/${letter?._id}`)
    const support = await server.user({ role: 'support' })
    const seen = await get('/messages?deleted=true', support.token)
    expect(seen.body.messages).toMatchObject([{ _id: letter?._id, subject: MESSAGE.subject }])
    const analyst = await server.user({ role: 'analyst' })
    expect((await get('/users', analyst.token)).status).toBe(200)
    const refused = await get('/users?deleted=true', analyst.token)
    expect([refused.status, Object(refused.body.error).rule]).toEqual([403, 'users.access.delete'])
    expect((await get('/users?deleted=true', '')).status).toBe(401)
  })

  test('shows no name of an erased admin', async () => {
    await post(server, 'contact', MESSAGE)
    const [letter] = (await get('/messages')).body.messages as Values[]
    const other = await server.user({ role: 'admin', firstName: 'Olivia' })
    await server.call('DELETE', `/messages/${letter?._id}`, { token: other.token })
    await server.call('DELETE', `/users/${other.id}/erase`)
    const [row] = (await get('/messages?deleted=true')).body.messages as Values[]
    expect(row?.deletedBy).toEqual({ _id: other.id, name: 'Erased person' })
  })
})
