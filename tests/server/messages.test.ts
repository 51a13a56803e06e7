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

describe('what somebody wrote stays as it was written', () => {
  const others = {
    name: 'Eve',
    email: 'eve@example.org',
    subject: 'Another',
    message: 'Never said',
    createdAt: '1999-01-01T00:00:00Z',
    _id: 'x',
  }

  test('an edit changes the status, and nothing else that it names', async () => {
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

  test('a status that there is none of is refused, and changes nothing', async () => {
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

test('the search finds a message by its text, its subject and who wrote it', async () => {
  await post(server, 'contact', MESSAGE)
  const other = {
    name: 'Noor Haddad',
    email: 'noor@example.org',
    subject: 'Prices for schools',
    message: 'Hello,\n\nwhat does it cost per year?',
  }
  await post(server, 'contact', other)
  for (const [words, subjects] of [
    ['COST per', [other.subject]],
    ['class of thirty take', [MESSAGE.subject]],
    ['prices for', [other.subject]],
    ['haddad', [other.subject]],
    ['amara.okafor@', [MESSAGE.subject]],
    ['example.org', [other.subject, MESSAGE.subject]],
    ['nobody wrote this', []],
  ] as const)
    expect(
      (await found(`?search=${encodeURIComponent(words)}`)).map(({ subject }) => subject),
      words,
    ).toEqual(subjects)
})

describe('what the public sent', () => {
  test('is kept for a while when it is deleted, as everything is', async () => {
    await post(server, 'contact', MESSAGE)
    const [letter] = await found()
    await server.call('PUT', `/messages/${letter?._id}`, { body: { status: 'archived' } })
    expect((await server.call('DELETE', `/messages/${letter?._id}`)).status).toBe(204)
    expect((await server.call('GET', `/messages/${letter?._id}`)).status).toBe(404)
    expect(await found()).toEqual([])
    const kept = await query(
      server.connection,
      `select action, data->>'email' as email from history where record_id = '${letter?._id}' order by version`,
    )
    expect(kept).toEqual(
      ['create', 'update', 'delete'].map((action) => ({ action, email: MESSAGE.email })),
    )
  })

  test('is no admin’s doing: Recent Activity tells only what admins did with it', async () => {
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
