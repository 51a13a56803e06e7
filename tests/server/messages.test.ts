import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, post } from '../support/forms.ts'
import type { Values } from '../support/values.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { FORM_POSTS_PER_ADDRESS: '1000' } })
})
afterAll(() => server.close())
beforeEach(() => query(server.connection, 'truncate rec_messages'))

const found = async (parameters = '') =>
  (await server.call('GET', `/messages${parameters}`)).body.messages as Values[]

describe('the text of a visitor cannot be changed', () => {
  const others = {
    name: 'Eve',
    email: 'eve@example.org',
    subject: 'Another',
    message: 'Never said',
    createdAt: '1999-01-01T00:00:00Z',
    _id: 'x',
  }

  test('an edit changes only the status', async () => {
    await post(server, 'contact', MESSAGE)
    const [before] = await found()
    const edit = (body: object) => server.call('PUT', `/messages/${before?._id}`, { body })
    const { createdAt, _id } = before ?? {}

    const answered = await edit({ ...others, status: 'answered' })
    expect(answered.status, answered.text).toBe(200)
    const kept = { ...MESSAGE, createdAt, _id, status: 'answered' }
    expect(answered.body).toMatchObject(kept)
    // Without a status the one it has stays: it does not become new again.
    for (const body of [others, { name: 'Eve', message: 'Never said' }, {}])
      expect((await edit(body)).body).toMatchObject(kept)
    expect(await found()).toMatchObject([kept])
    const written = await query(
      server.connection,
      `select 1 from rec_messages where data::text ~ 'Eve|Another|Never'`,
    )
    expect(written).toEqual([])
  })

  test('an unknown status is refused', async () => {
    await post(server, 'contact', MESSAGE)
    const [before] = await found()
    for (const status of ['lost', null, '', 7]) {
      const refused = await server.call('PUT', `/messages/${before?._id}`, { body: { status } })
      expect(refused.status, String(status)).toBe(400)
      expect(Object.keys(Object(refused.body.error).fields)).toEqual(['status'])
    }
    expect(await found()).toEqual([before])
  })
})

describe('messages in Recent Activity', () => {
  test('appear only for what admins did with them', async () => {
    await post(server, 'contact', MESSAGE)
    const [letter] = await found()
    const told = async () => {
      const { recentActivity } = (await server.call('GET', '/admin/system-overview')).body
      return (recentActivity as { eventType: string; record: { id: string } }[])
        .filter(({ record }) => record.id === letter?._id)
        .map(({ eventType }) => eventType)
    }
    expect(await told()).toEqual([])
    await server.call('PUT', `/messages/${letter?._id}`, { body: { status: 'answered' } })
    expect(await told()).toEqual(['message_updated'])
  })
})
