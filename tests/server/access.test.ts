import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TELLS_OF } from '#contract/access.ts'
import { EXPORT_TYPES, TABS } from '#contract/analytics.ts'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { registry } from '#resources/index.ts'
import { ACTIONS, type Action } from '#server/records/access.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { type CallOptions, startApp, type TestApp } from '../support/app.ts'
import { sampleWith } from '../support/values.ts'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

type Someone = Awaited<ReturnType<TestApp['user']>>

const OPEN = ['editor', 'analyst', 'support'] as const
type Open = (typeof OPEN)[number]

let server: TestApp
let people: Record<Open | 'user', Someone>
let ids: Record<string, string>
const errorOf = (answer: { body: Record<string, unknown> }) => Object(answer.body.error)

beforeAll(async () => {
  server = await startApp({
    env: { CONSOLE_ROLES: OPEN.join(), SIGN_IN_FAILURES_PER_ADDRESS: '1000' },
  })
  const made = [...OPEN, 'user'].map((role) => server.user({ role }))
  const [editor, analyst, support, user] = (await Promise.all(made)) as Someone[]
  people = { editor, analyst, support, user } as typeof people
  ids = {}
  for (const resource of registry) {
    const settled = await settle(server, resource, registry)
    ids[resource.name] = String((await addRecord(server, settled, sampleWith(settled, 'one')))._id)
  }
})
afterAll(() => server.close())

/** Calls as a user with this role. */
const as = (role: Open | 'user', method: string, path: string, options: CallOptions = {}) =>
  server.call(method, path, { ...options, token: people[role].token })

describe('the declared permissions of each role', () => {
  const ALL = ['career-fields', 'missions/templates', 'protocols/templates', 'mentors']
  const KEPT = ['views', 'list-settings']
  // Reading records includes exporting them; analytics is a permission of its own.
  const MAY: Record<Open, Record<string, readonly string[]>> = {
    editor: {
      read: [...ALL, ...KEPT],
      create: [...ALL, ...KEPT],
      update: [...ALL, ...KEPT],
      delete: [...ALL, ...KEPT],
      export: [...ALL, ...KEPT],
    },
    analyst: {
      read: [...ALL, ...KEPT, 'users', 'dashboards', 'analytics'],
      create: ['dashboards', ...KEPT],
      update: ['dashboards', ...KEPT],
      delete: ['dashboards', ...KEPT],
      export: [...ALL, ...KEPT, 'users', 'dashboards', 'analytics'],
    },
    support: {
      read: ['users', 'messages', 'waitlist', ...KEPT],
      create: ['users', ...KEPT],
      update: ['users', 'messages', 'waitlist', ...KEPT],
      delete: ['users', 'messages', 'waitlist', ...KEPT],
      export: ['users', 'messages', 'waitlist', ...KEPT],
    },
  }

  test.each(OPEN)('%s', (role) => {
    const subjects = [...registry.map(({ name }) => name), 'analytics']
    for (const action of ACTIONS)
      expect(
        subjects.filter((on) => server.access.decide({ role, action, on }).isAllowed).sort(),
        action,
      ).toEqual([...(MAY[role][action] ?? [])].sort())
  })
})

describe('no privilege escalation', () => {
  test('support can neither assign roles nor change users with console access', async () => {
    const body = {
      firstName: 'E',
      lastName: 'V',
      email: 'ev@example.org',
      password: 'long-enough-1',
    }
    const made = await as('support', 'POST', '/auth/register', { body: { ...body, role: 'admin' } })
    expect(made.status, made.text).toBe(403)
    expect(errorOf(made)).toEqual({
      code: 'forbidden',
      message: "The role support may not create 'role' of users.",
      rule: 'users.access.fields.role.write',
      fields: { role: "The role support may not create 'role' of users." },
    })
    const plain = await as('support', 'POST', '/auth/register', { body: { ...body, role: 'user' } })
    expect(plain.status, plain.text).toBe(201)
    const path = `/users/${plain.body._id}`
    for (const role of ['admin', 'editor', 'support']) {
      const raised = await as('support', 'PUT', path, { body: { role } })
      expect(errorOf(raised).rule, role).toBe('users.access.fields.role.write')
    }
    const whole = (await as('support', 'GET', path)).body
    const saved = await as('support', 'PUT', path, { body: { ...whole, lastName: 'Vil' } })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body).toMatchObject({ role: 'user', lastName: 'Vil' })

    const others = [server.adminId, people.support.id, people.editor.id, people.analyst.id]
    for (const id of others) {
      for (const change of [
        { email: 'mine@example.org' },
        { isActive: false },
        { role: 'user' },
        {},
      ]) {
        const answer = await as('support', 'PUT', `/users/${id}`, { body: change })
        expect(errorOf(answer), answer.text).toMatchObject({
          rule: 'users.access.only.role',
          message: 'The role support may not change users except those whose role is user.',
        })
      }
      const answer = await as('support', 'DELETE', `/users/${id}`)
      expect(errorOf(answer).rule).toBe('users.access.only.role')
    }
    expect((await as('support', 'DELETE', path)).status).toBe(204)
  })

  test('an analyst changes only own dashboards; admins change all', async () => {
    const path = '/admin/dashboards'
    const theirs = (await server.call('POST', path, { body: { title: 'Shared by Ada' } })).body
    const seen = await as('analyst', 'GET', `${path}/${theirs._id}`)
    expect(seen.body).toMatchObject({ title: 'Shared by Ada', owner: server.adminId })
    for (const [method, body] of [
      ['PUT', { title: 'Taken over' }],
      ['PUT', { isDefault: true }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await as('analyst', method, `${path}/${theirs._id}`, { body })
      expect(errorOf(refused), refused.text).toMatchObject({
        rule: 'dashboards.access.owner',
        message: expect.stringContaining('dashboards that other users created'),
      })
    }
    const body = { title: 'My own', owner: server.adminId }
    const own = (await as('analyst', 'POST', path, { body })).body
    expect(own.owner).toBe(people.analyst.id)
    const renamed = await as('analyst', 'PUT', `${path}/${own._id}`, { body: { title: 'Mine' } })
    expect(renamed.body).toMatchObject({ title: 'Mine', owner: people.analyst.id })
    const taken = await as('analyst', 'PUT', `${path}/${own._id}`, { body: { isDefault: true } })
    expect(errorOf(taken).rule).toBe('dashboards.default')
    const { user } = (await server.signIn(people.analyst.email)).body
    expect(Object(user).access.resources.dashboards.owner).toBe('owner')
    expect(
      (await server.call('PUT', `${path}/${own._id}`, { body: { title: 'Ours' } })).status,
    ).toBe(200)
    expect((await as('analyst', 'DELETE', `${path}/${own._id}`)).status).toBe(204)
  })

  test('a forbidden record and a missing one get the same answer', async () => {
    const path = `/users/${people.user.id}`
    const nothing = `/users/${NOBODY}`
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { firstName: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const [there, none] = await Promise.all(
        [path, nothing].map((at) => as('editor', method, at, body ? { body } : {})),
      )
      expect(there?.status).toBe(403)
      expect(none?.body).toEqual(there?.body)
    }
    expect((await as('support', 'GET', '/missions/templates/values?of=type')).status).toBe(403)
  })

  test('the home page shows only what the role may read', async () => {
    const home = async (role: Open) => (await as(role, 'GET', '/admin/system-overview')).body
    const [editor, support] = [await home('editor'), await home('support')]
    expect(Object.keys(Object(editor.counts))).toEqual(['missions', 'protocols', 'mentors'])
    expect(Object.keys(Object(support.counts))).toEqual(['users'])
    const kinds = (body: Record<string, unknown>) =>
      new Set(
        (body.recentActivity as { record: { resource: string } }[]).map(
          (one) => one.record.resource,
        ),
      )
    expect(kinds(support)).toEqual(new Set(['users']))
    expect([...kinds(editor)]).not.toContain('users')
    expect((await as('editor', 'GET', '/admin/system-overview')).text).not.toContain('Uma User')
  })
})

describe('GET /access/explain', () => {
  test('explains fields and conditions: all roles to admins, to others their own', async () => {
    const [support, editor, user] = [people.support, people.editor, people.user].map(
      ({ token }) => token,
    )
    const path = '/access/explain?role=support&action=update&resource=users'
    const own = await server.call('GET', path, { token: support ?? '' })
    expect(own.body).toEqual({
      role: 'support',
      action: 'update',
      resource: 'users',
      allowed: true,
      rule: 'users.access.update',
      message: 'The role support may change users.',
      only: { role: ['user'] },
    })
    const field = await server.call('GET', `${path}&field=role`)
    expect(field.body).toMatchObject({
      allowed: false,
      rule: 'users.access.fields.role.write',
      message: "The role support may not change 'role' of users.",
    })
    expect(Object((await server.call('GET', path, { token: editor ?? '' })).body.error).rule).toBe(
      'access.explain',
    )
    expect((await server.call('GET', path, { token: user ?? '' })).status).toBe(403)
    expect((await server.call('GET', `${path}&field=rule`)).status).toBe(404)
  })

  test('says for each role and resource what the API does', async () => {
    const roles = ['user', ...OPEN] as const
    const explain = (role: string, action: string, resource: string, field = '') =>
      server.call(
        'GET',
        `/access/explain?${new URLSearchParams({ role, action, resource, ...(field && { field }) })}`,
      )
    let tried = 0
    for (const { name, api, actions } of registry)
      for (const role of roles) {
        const calls = [
          ['read', 'GET', api.path],
          ['read', 'GET', `${api.path}/${ids[name]}`],
          ...(actions.includes('create') ? [['create', 'POST', api.create]] : []),
          ...(actions.includes('edit') ? [['update', 'PUT', `${api.path}/${ids[name]}`]] : []),
          ...(actions.includes('delete') ? [['delete', 'DELETE', `${api.path}/${NOBODY}`]] : []),
        ] as [Action, string, string][]
        for (const [action, method, path] of calls) {
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
          const [said, done] = await Promise.all([
            explain(role, action, name),
            as(role, method, path, body),
          ])
          const where = `${role} ${method} ${path}: ${done.text}`
          expect(said.status, said.text).toBe(200)
          // The record belongs to another user: read access at most.
          const isTheirs = said.body.whose === 'own' && path.endsWith(ids[name] ?? '')
          if (isTheirs) expect([403, 404], where).toContain(done.status)
          else expect(done.status === 403, where).toBe(said.body.allowed === false)
          if (done.status === 403 && !isTheirs)
            expect(errorOf(done), where).toEqual({
              code: 'forbidden',
              message: said.body.message,
              rule: said.body.rule,
            })
          tried += 1
        }
      }
    expect(tried).toBeGreaterThan(100)
  })

  test('figures, files and widgets are refused to roles that may not read their data or page', async () => {
    const days = 'startDate=2026-01-01&endDate=2026-01-31'
    const asked = [
      ...TABS.map((it) => ['read', 'analytics', it, `/analytics/${it}?${days}`]),
      ...EXPORT_TYPES.map((it) => [
        ...['export', 'analytics', it],
        `/analytics/export?dataType=${it}&format=csv&${days}`,
      ]),
      ...WIDGET_TYPES.map((it) => [
        ...['read', 'dashboards', it],
        `/admin/widget-data?widgetType=${it}`,
      ]),
    ] as [Action, string, keyof typeof TELLS_OF, string][]
    for (const role of ['user', ...OPEN] as const)
      for (const [action, on, it, path] of asked) {
        const isAllowed =
          server.access.decide({ role, action, on }).isAllowed &&
          TELLS_OF[it].every((name) => server.access.mayRead(role, name))
        const { status, text } = await as(role, 'GET', path)
        expect(status, `${role} ${path}: ${text.slice(0, 200)}`).toBe(isAllowed ? 200 : 403)
      }
  })
})
