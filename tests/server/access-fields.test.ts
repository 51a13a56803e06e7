import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { times } from '#model/computed.ts'
import { type Declaration, defineResource } from '#model/declaration.ts'
import { references } from '#model/references.ts'
import { requiredText, stamp } from '#model/schema.ts'
import users from '#resources/users.ts'
import { createAccess } from '#server/records/access.ts'
import { startApp, type TestApp } from '../support/app.ts'

const grant = z.object({
  title: requiredText(60),
  amount: z.int().min(0).default(7),
  donor: z.string().default('anonymous'),
  state: z.enum(['open', 'paid']).default('open'),
  judges: references('judges').default(() => []),
})

/** Support can read no donor and write no amount. */
const grants = defineResource({
  name: 'grants',
  label: ['Grant', 'Grants'],
  recordName: 'title',
  create: grant,
  row: grant.extend({
    judges: z.array(z.object({ _id: z.string(), name: z.string().optional() })).default([]),
    createdAt: stamp,
  }),
  sample: { title: 'Boots' },
  columns: (c) => [c.text('title', 'Title'), c.text('donor', 'Donor')],
  fields: (f) => [f.text('title', 'Title'), f.text('donor', 'Donor')],
  search: ['title', 'donor'],
  sorts: ['title', 'donor'],
  filters: ['donor', 'state', 'amount'],
  access: {
    read: ['support', 'analyst'],
    create: ['support'],
    update: ['support'],
    delete: ['support'],
    fields: { donor: { read: ['analyst'] }, amount: { write: [] } },
    only: { state: ['open'] },
  },
})
const judges = defineResource({
  name: 'judges',
  label: ['Judge', 'Judges'],
  recordName: 'name',
  create: z.object({ name: requiredText(60) }),
  sample: { name: 'Minos' },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name')],
  search: ['name'],
  access: { read: ['analyst'] },
})
/** A resource without references: its first page is cached. */
const letters = defineResource({
  name: 'letters',
  label: ['Letter', 'Letters'],
  recordName: 'title',
  create: z.object({ title: requiredText(60), donor: z.string().optional() }),
  sample: { title: 'Boots' },
  columns: (c) => [c.text('title', 'Title')],
  fields: (f) => [f.text('title', 'Title'), f.text('donor', 'Donor')],
  access: { read: ['support'], fields: { donor: { read: [] } } },
})

let server: TestApp
let support: string
let analyst: string
let judge: string
beforeAll(async () => {
  server = await startApp({
    registry: completeRegistry([users, judges, grants, letters]),
    env: { CONSOLE_ROLES: 'support,analyst' },
  })
  support = (await server.user({ role: 'support' })).token
  analyst = (await server.user({ role: 'analyst' })).token
  const made = await server.call('POST', '/judges', { body: { name: 'Minos' } })
  judge = String(made.body._id)
})
afterAll(() => server.close())

const errorOf = (answer: { body: Record<string, unknown> }) => Object(answer.body.error)
const add = async (body: object) => {
  const answer = await server.call('POST', '/grants', {
    body: { title: 'Boots', donor: 'Secretive', amount: 50, judges: [judge], ...body },
  })
  expect(answer.status, answer.text).toBe(201)
  return `/grants/${answer.body._id}`
}

test('no answer shows a field that the role may not read, not even its default', async () => {
  const path = await add({})
  const list = await server.call('GET', '/grants', { token: support })
  const one = await server.call('GET', path, { token: support })
  const written = await server.call('PUT', path, { token: support, body: { title: 'Ropes' } })
  const stale = await server.call('PUT', path, {
    token: support,
    body: { title: 'Maps' },
    headers: { 'if-match': '"1"' },
  })
  expect([list, one, written, stale].map(({ status }) => status)).toEqual([200, 200, 200, 412])
  const { rows, current } = {
    rows: (list.body.grants ?? []) as Record<string, unknown>[],
    current: errorOf(stale).current as Record<string, unknown>,
  }
  for (const shown of [...rows, one.body, written.body, current]) {
    expect(shown).not.toHaveProperty('donor')
    expect(shown).toMatchObject({ amount: 50, judges: [{ _id: judge }] })
    expect(Object(shown.judges)[0]).not.toHaveProperty('name')
  }
  expect(one.headers['content-type']).toBe('application/json; charset=utf-8')
  expect([list, one, written, stale].map(({ text }) => text).join()).not.toMatch(
    /Secretive|anonymous|Minos/,
  )
  const all = await server.call('GET', path, { token: analyst })
  expect(all.body).toMatchObject({ donor: 'Secretive', judges: [{ _id: judge, name: 'Minos' }] })
})

test('the cached first page of an admin is not the answer for a role that may read less', async () => {
  await server.call('POST', '/letters', { body: { title: 'Ropes', donor: 'Secretive' } })
  const page = async (as: { token?: string }) => {
    const { status, text } = await server.call('GET', '/letters?page=1&limit=10', as)
    expect(status, text).toBe(200)
    return text
  }
  const whole = await page({})
  expect(whole).toContain('Secretive')
  const seen = await page({ token: support })
  expect(seen).toContain('Ropes')
  expect(seen).not.toContain('Secretive')
  expect(await page({})).toBe(whole)
})

test('a global search neither uses hidden fields nor finds hidden records', async () => {
  await add({ donor: 'Hippolyta' })
  const found = async (q: string, token: string) =>
    Object((await server.call('GET', `/search?q=${q}`, { token })).body).groups.map(
      ({ resource }: { resource: string }) => resource,
    )
  expect(await found('hippolyta', analyst)).toEqual(['grants'])
  expect(await found('hippolyta', support)).toEqual([])
  expect(await found('minos', analyst)).toEqual(['judges'])
  expect(await found('minos', support)).toEqual([])
})

test.each([
  '?search=secret',
  '?sort=donor',
  '?sort=-donor,title',
  '?donor=Secretive',
  '/values?of=donor',
])('a hidden field can be neither searched, sorted nor filtered: %s', async (query) => {
  const asked = await server.call('GET', `/grants${query}`, { token: support })
  expect(asked.status, asked.text).toBe(403)
  expect(errorOf(asked)).toMatchObject({
    rule: 'grants.access.fields.donor.read',
    message: "The role support may not read 'donor' of grants.",
  })
  expect((await server.call('GET', `/grants${query}`, { token: analyst })).status).toBe(200)
  const allowed = await server.call('GET', '/grants?sort=title&state=open', { token: support })
  expect(allowed.status).toBe(200)
})

test('a hidden field cannot be guessed by writing it', async () => {
  const path = await add({})
  for (const donor of ['Secretive', 'Wrong']) {
    const guess = await server.call('PUT', path, { token: support, body: { donor } })
    expect(errorOf(guess)).toMatchObject({ rule: 'grants.access.fields.donor.read' })
    expect(errorOf(guess).fields).toHaveProperty('donor')
  }
  await server.call('PUT', path, { token: support, body: { title: 'Ropes' } })
  expect((await server.call('GET', path)).body).toMatchObject({
    donor: 'Secretive',
    title: 'Ropes',
  })
})

test('a read-only field is accepted unchanged and refused otherwise', async () => {
  const path = await add({})
  const whole = (await server.call('GET', path, { token: support })).body
  const back = await server.call('PUT', path, { token: support, body: whole })
  expect(back.status, back.text).toBe(200)
  const more = await server.call('PUT', path, { token: support, body: { ...whole, amount: 51 } })
  expect(errorOf(more).rule).toBe('grants.access.fields.amount.write')
  const made = (body: object) =>
    server.call('POST', '/grants', { token: support, body: { title: 'Tents', ...body } })
  expect((await made({ amount: 7 })).status).toBe(201)
  expect(errorOf(await made({ amount: 8 })).rule).toBe('grants.access.fields.amount.write')
})

test('a role can neither create, change nor delete records outside its scope, nor move records there', async () => {
  const paid = await add({ state: 'paid' })
  const open = await add({})
  const rule = 'grants.access.only.state'
  for (const answer of [
    await server.call('PUT', paid, { token: support, body: { title: 'Mine' } }),
    await server.call('DELETE', paid, { token: support }),
    await server.call('PUT', open, { token: support, body: { state: 'paid' } }),
    await server.call('POST', '/grants', { token: support, body: { title: 'X', state: 'paid' } }),
  ])
    expect(errorOf(answer)).toMatchObject({ code: 'forbidden', rule })
})

test('wrong access rules are refused at start, with the fix', () => {
  const faulty = (access: Declaration['access'], more: Partial<Declaration> = {}) => {
    const spec = { ...grants, ...more, access } as Declaration
    try {
      createAccess(completeRegistry([users, judges, spec]))
      return ''
    } catch (error) {
      return String(error)
    }
  }
  expect(faulty({ read: ['suport'] })).toContain(
    "src/resources/grants.ts: access.read: there is no role 'suport'. Fix: write one of editor, analyst, support, or declare it in src/resources/roles.ts.",
  )
  expect(faulty({ read: ['admin'] })).toContain("admins have all permissions. Fix: remove 'admin'")
  const twice = { computed: { twice: times('amount', 2) } } as Partial<Declaration>
  const fields = { amount: { read: [] }, twice: { read: [] } }
  expect(faulty({ read: ['support'], fields } as object, twice)).toBe('')
  expect(faulty({ read: ['support'] })).toBe('')
})

test('a closed role loses access at the next request and cannot be assigned', async () => {
  const closed = await startApp({
    registry: completeRegistry([users, judges, grants, letters]),
    connection: server.connection,
    env: { CONSOLE_ROLES: 'analyst' },
  })
  const call = (token: string, path: string) => closed.call('GET', path, { token })
  const out = await call(support, '/grants')
  expect(out.status).toBe(403)
  expect(errorOf(out)).toMatchObject({
    rule: 'CONSOLE_ROLES',
    message: 'The role support may not read grants: it is not open here.',
  })
  expect((await call(support, '/admin/system-overview')).status).toBe(403)
  expect((await call(analyst, '/grants')).status).toBe(200)
  expect((await call(support, '/profile')).body).toMatchObject({
    role: 'support',
    access: { open: ['analyst'], refusal: 'The role support has no access to the console.' },
  })
  const { id } = await closed.user({ email: 'late@example.org' })
  const given = await closed.call('PUT', `/users/${id}`, { body: { role: 'support' } })
  expect(errorOf(given).fields).toEqual({ role: 'Role must be one of user, admin, analyst.' })
  await closed.close()
})

test('by default there are no roles but user and admin', async () => {
  const box = await startApp()
  const { id, token } = await box.user()
  const given = await box.call('PUT', `/users/${id}`, { body: { role: 'editor' } })
  expect(errorOf(given).fields).toEqual({ role: 'Role must be one of user, admin.' })
  expect((await box.call('GET', '/profile')).body).not.toHaveProperty('access')
  const home = await box.call('GET', '/admin/system-overview', { token })
  expect(errorOf(home)).toEqual({
    code: 'forbidden',
    message: 'The role user has no access to the console.',
    rule: 'console',
  })
  await box.close()
})

test('a history hides the fields that the role may not read', async () => {
  const path = await add({})
  await server.call('PUT', path, { body: { donor: 'Somebody Else', title: 'Sandals' } })
  const history = async (token: string) => {
    const answer = await server.call('GET', `${path}/history`, { token })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  expect((await history(server.token)).text).toContain('Secretive')
  expect((await history(analyst)).text).toContain('Somebody Else')
  const { text, body } = await history(support)
  expect(text).toContain('Sandals')
  expect(text).not.toMatch(/donor|Secretive|Somebody/)
  const [latest] = body.history as { change: string }[]
  const line = await server.call('GET', `/changes/${latest?.change}`, { token: support })
  expect(line.text).not.toMatch(/donor|Secretive|Somebody/)
})
