import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeToken, scopesOf, TOKENS_PATH, type Token } from '#contract/tokens.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

async function make(name: string, scopes: Record<string, string[]>, more: object = {}) {
  const body = {
    name,
    scopes: Object.entries(scopes).map(([resource, actions]) => ({ resource, actions })),
    ...more,
  }
  const answer = await server.call('POST', TOKENS_PATH, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as unknown as MadeToken
}

const listed = async (): Promise<Token[]> =>
  Object((await server.call('GET', TOKENS_PATH)).body).tokens

test('a token can do only what its scopes allow', async () => {
  const field = await server.call('POST', '/career-fields', { body: { name: 'Law' } })
  const { token, id } = await make('Catalogue', {
    'career-fields': ['read', 'update', 'create'],
    mentors: ['read', 'export'],
  })
  const at = `/career-fields/${field.body._id}`
  const call = async (method: string, path: string, body?: object) =>
    server.call(method, path, { token, ...(body && { body }) })

  expect((await call('GET', '/career-fields')).status).toBe(200)
  const changed = await call('PUT', at, { name: 'Law and order' })
  expect([changed.status, changed.body.name]).toEqual([200, 'Law and order'])
  expect((await call('POST', '/career-fields', { name: 'Care' })).status).toBe(201)
  const refused = await call('DELETE', at)
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    {
      rule: 'token.scopes',
      message: 'This token does not have permission to delete career fields.',
    },
  ])
  expect((await call('GET', '/career-fields/export?format=csv')).status).toBe(403)
  expect((await call('GET', '/mentors/export?format=csv')).status).toBe(200)
  expect((await call('GET', '/users')).status).toBe(403)
  for (const path of ['/profile', '/changes', '/search?q=a', TOKENS_PATH, '/analytics/growth'])
    expect((await call('GET', path)).status, path).toBe(403)

  const { history } = Object((await server.call('GET', `${at}/history`)).body)
  expect(history[0].by).toEqual({ id, name: 'Token Catalogue' })
  const { changes } = Object((await server.call('GET', `/changes?actor=${id}`)).body)
  expect(changes.map((one: { by: object }) => one.by)).toEqual([
    { id, name: 'Token Catalogue' },
    { id, name: 'Token Catalogue' },
  ])
  const stale = await server.call('PUT', at, {
    body: { name: 'Laws' },
    headers: { 'if-match': '"1"' },
  })
  expect(Object(stale.body.error).changed.by).toBe('Token Catalogue')
  const { recentActivity } = Object((await server.call('GET', '/admin/system-overview')).body)
  expect(recentActivity[0].user).toEqual({ firstName: 'Token', lastName: 'Catalogue' })
})

test('no token can change users with console access, or write a password', async () => {
  const learner = await server.user()
  const { token } = await make('Directory', { users: ['read', 'update', 'delete'] })
  const write = (id: string, body: object) => server.call('PUT', `/users/${id}`, { token, body })
  expect((await write(learner.id, { firstName: 'Uli' })).body.firstName).toBe('Uli')
  for (const answer of [
    await write(learner.id, { role: 'admin' }),
    await write(server.adminId, { email: 'taken@example.org' }),
    await server.call('DELETE', `/users/${server.adminId}`, { token }),
  ])
    expect([answer.status, Object(answer.body.error).rule]).toEqual([403, 'token.roles'])
  const password = await write(learner.id, { password: 'seven-cairns-uphill' })
  expect([password.status, Object(password.body.error).rule]).toEqual([403, 'token.secrets'])
  expect((await server.call('DELETE', `/users/${learner.id}/erase`, { token })).status).toBe(403)
  expect((await server.call('DELETE', `/users/${learner.id}`, { token })).status).toBe(204)
  const gone = await server.call('GET', '/users?deleted=true')
  expect(Object(gone.body).users[0].deletedBy.name).toBe('Token Directory')
  const { changes } = Object((await server.call('GET', '/changes?via=token')).body)
  expect(
    changes.map(({ by, counts }: { by: { name: string }; counts: object[] }) => [by.name, counts]),
  ).toEqual(
    expect.arrayContaining([
      ['Token Directory', [{ resource: 'users', action: 'update', count: 1 }]],
      ['Token Directory', [{ resource: 'users', action: 'delete', count: 1 }]],
    ]),
  )
})

test('a reference is only an id if the token may not read its target', async () => {
  const field = await server.call('POST', '/career-fields', { body: { name: 'Logistics' } })
  const sample = server.registry.find(({ name }) => name === 'mentors')?.sample
  const body = { ...sample, careerFields: [field.body._id] }
  expect((await server.call('POST', '/mentors', { body })).status).toBe(201)
  const fieldsFor = async (scopes: Record<string, string[]>) => {
    const { token } = await make(JSON.stringify(scopes), scopes)
    const { body } = await server.call('GET', '/mentors', { token })
    return JSON.stringify(Object(body).mentors[0].careerFields)
  }
  expect(await fieldsFor({ mentors: ['read'] })).not.toContain('Logistics')
  expect(await fieldsFor({ mentors: ['read'], 'career-fields': ['read'] })).toContain('Logistics')
})

test('a token ends at its time or when revoked, and stays listed', async () => {
  const scopes = { analytics: ['read'] }
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const made = await make('Figures', { ...scopes, users: ['read'] }, { expiresAt })
  const ask = () => server.call('GET', '/analytics/growth', { token: made.token })
  expect((await ask()).status).toBe(200)
  const shown = (await listed()).find(({ id }) => id === made.id)
  expect(shown).toMatchObject({
    ...{ name: 'Figures', expiresAt, revokedAt: null, events: 0, takenBack: null },
    createdBy: { id: server.adminId, name: 'Ada Admin' },
    scopes: [
      { resource: 'users', actions: ['read'] },
      { resource: 'analytics', actions: ['read'] },
    ],
  })
  expect(JSON.stringify(shown)).not.toContain(made.token)
  await query(server.connection, 'update service_tokens set expires_at = now() where id = $1', [
    made.id,
  ])
  expect((await ask()).status).toBe(401)

  const other = await make('Other', scopes)
  for (const _ of ['once', 'again'])
    expect((await server.call('DELETE', `${TOKENS_PATH}/${other.id}`)).status).toBe(204)
  expect((await server.call('GET', '/analytics/growth', { token: other.token })).status).toBe(401)
  expect((await listed()).find(({ id }) => id === other.id)?.revokedAt).not.toBeNull()
  // Its name is free.
  await make('Other', scopes)
  const twice = await server.call('POST', TOKENS_PATH, {
    body: { name: 'Other', scopes: [{ resource: 'users', actions: ['read'] }] },
  })
  expect([twice.status, Object(twice.body.error).fields]).toEqual([
    409,
    { name: expect.stringContaining("A token named 'Other' already exists.") },
  ])
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: [{ resource: 'views', actions: ['read'] }] }, 'scopes.0.resource'],
  [{ scopes: [{ resource: 'users', actions: ['send'] }] }, 'scopes.0.actions.0'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ expiresAt: 'soon' }, 'expiresAt'],
])('a token of %j is refused at its field', async (wrong, field) => {
  const body = { name: 'New', scopes: [{ resource: 'users', actions: ['read'] }], ...wrong }
  const { status, body: answer } = await server.call('POST', TOKENS_PATH, { body })
  expect([status, Object.keys(Object(answer.error).fields)]).toEqual([400, [field]])
})

test('every resource but personal ones can be in a scope', () => {
  const names = scopesOf(server.registry).map(({ resource }) => resource)
  const shared = server.registry.filter(({ access }) => !access.own).map(({ name }) => name)
  expect(names).toEqual([...shared, 'analytics', 'events'])
})
