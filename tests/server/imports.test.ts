import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY_HEADER } from '#contract/api.ts'
import { type Import, type ImportRowPage, MASKED } from '#contract/imports.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { applied, csv, importFile, planned, read } from '../support/imports.ts'
import { readCsv } from '../support/read-export.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

/** The users that match a search, exported as CSV. */
async function exported(search: string) {
  const { bytes } = await server.call('GET', `/users/export?format=csv&search=${search}`)
  return readCsv(bytes)
}

async function addUsers(name: string, count: number) {
  for (let at = 1; at <= count; at += 1)
    await server.user({ firstName: name, lastName: `No${at}`, email: `${name}${at}@example.org` })
}

describe('a file of users', () => {
  test('is exported, edited, planned, applied as one change and undone', async () => {
    await addUsers('porto', 5)
    const { header, records } = await exported('porto')
    for (const row of records)
      if (['porto1@example.org', 'porto2@example.org'].includes(row.email ?? ''))
        row.email = `new.${row.email}`
    const one = await importFile(server, 'users', csv(header, records))
    expect(one).toMatchObject({ state: 'read', rows: 5, by: '_id', format: 'csv' })
    expect(one.columns.find(({ header: head }) => head === 'email')?.field).toBe('email')
    expect(one.columns.find(({ header: head }) => head === 'createdAt')?.field).toBeNull()

    const plan = await planned(server, one)
    expect(plan).toMatchObject({ state: 'planned', done: 5 })
    expect(plan.counts).toEqual({ waiting: 0, create: 0, update: 2, unchanged: 3, refused: 0 })
    const { body } = await server.call('GET', `/users/imports/${one.id}/rows?state=update`)
    const page = body as unknown as ImportRowPage
    expect(page.pagination).toEqual({ page: 1, limit: 10, total: 2 })
    expect(page.rows[0]?.fields?.email).toEqual({
      was: expect.stringMatching(/^porto\d@example.org$/),
      is: expect.stringMatching(/^new\.porto/),
    })

    const done = await applied(server, plan)
    expect(done).toMatchObject({ state: 'applied', done: 5 })
    expect((await exported('new.porto')).records).toHaveLength(2)
    const { body: list } = await server.call('GET', '/changes?via=import')
    expect(list.changes).toMatchObject([
      {
        id: done.change,
        via: 'import',
        counts: [{ resource: 'users', action: 'update', count: 2 }],
        records: [{ name: expect.stringContaining('porto') }, expect.anything()],
      },
    ])

    const undone = await server.call('POST', `/changes/${done.change}/undo`)
    expect(undone.body.takenBack).toHaveLength(2)
    expect((await exported('new.porto')).records).toHaveLength(0)
  })

  test('matches by email, reports errors at their cells, and accepts fixed rows', async () => {
    await addUsers('quito', 1)
    const file = [
      'First name;Last name;E-Mail;email;Role;Status',
      'Quito;Changed;;\u200BQUITO1@example.org\u200B;User;Active',
      'Rosa;Rot;;rosa@example;user;yes',
      'Theo;Tee;;theo.tee@example.org;boss;no',
    ].join('\n')
    const one = await importFile(server, 'users', file)
    expect(one.columns.map(({ field }) => field)).toEqual([
      ...['firstName', 'lastName', null, 'email', 'role', 'isActive'],
    ])
    expect(one.by).toBe('email')
    const plan = await planned(server, one)
    expect(plan.counts).toMatchObject({ update: 1, refused: 2 })
    const { rows } = await read<ImportRowPage>(server, `/users/imports/${one.id}/rows`)
    expect(rows.map(({ line, state }) => [line, state])).toEqual([
      [2, 'update'],
      [3, 'refused'],
      [4, 'refused'],
    ])
    expect(rows[0]?.fields).toMatchObject({ lastName: { was: 'No1', is: 'Changed' } })
    expect(rows[1]?.faults).toEqual([
      { column: 3, message: 'Email must be an email address like name@example.org.' },
    ])
    expect(rows[2]?.faults).toContainEqual({
      column: 4,
      message: 'Role must be one of user, admin.',
    })

    const refused = await server.call('POST', `/users/imports/${one.id}/apply`)
    expect(refused.status).toBe(409)
    expect(Object(refused.body.error).message).toContain('2 rows have errors')
    const corrected = await server.call('PATCH', `/users/imports/${one.id}/rows/4`, {
      body: { cells: { 3: 'quito1@example.org', 4: 'user' } },
    })
    expect(corrected.body).toMatchObject({
      state: 'refused',
      faults: [{ message: 'Line 2 has the same user.' }],
    })
    const failed = await server.call('GET', `/users/imports/${one.id}/failed?format=csv`)
    const failedRows = readCsv(failed.bytes)
    expect(failedRows.header.at(-1)).toBe('Error')
    expect(failedRows.records.map((row) => row['First name'])).toEqual(['Rosa', 'Theo'])
    expect(failedRows.records[0]?.Error).toContain('must be an email address')

    const done = await applied(server, one, { leaveRefused: true })
    expect(done.state).toBe('applied')
    const quito = (await server.call('GET', '/users?search=quito1')).body.users
    expect(quito).toMatchObject([{ lastName: 'Changed' }])
  })

  test('belongs to its author, and is deleted when it is cancelled', async () => {
    const one = await importFile(server, 'users', 'email\nx@example.org')
    const other = await server.user({ role: 'admin' })
    const path = `/users/imports/${one.id}`
    for (const [method, at] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/plan`],
      ['GET', `${path}/rows`],
      ['POST', `${path}/apply`],
    ] as const)
      expect((await server.call(method, at, { token: other.token })).status, at).toBe(404)
    // Nor is it one of another resource.
    expect((await server.call('GET', `/mentors/imports/${one.id}`)).status).toBe(404)
    expect((await server.call('DELETE', path)).status).toBe(204)
    expect((await server.call('GET', path)).status).toBe(404)
    const { rows } = await server.store.pool.query(
      'select 1 from import_rows where import_id = $1',
      [one.id],
    )
    expect(rows).toEqual([])
  })

  test('is applied once for an idempotency key', async () => {
    await addUsers('lima', 2)
    const { header, records } = await exported('lima')
    const file = csv(
      header,
      records.map((row) => ({ ...row, segment: 'student' })),
    )
    const one = await planned(server, await importFile(server, 'users', file))
    const headers = { [KEY_HEADER]: 'lima-once' }
    const path = `/users/imports/${one.id}/apply`
    const first = await server.call('POST', path, { headers, body: {} })
    expect(first.status).toBe(202)
    const done = await applied(server, one, { isBegun: true })
    const again = await server.call('POST', path, { headers, body: {} })
    expect(again.status).toBe(202)
    expect(again.headers['change-id']).toBe(done.change)
    expect((await server.call('POST', path, { body: {} })).status).toBe(409)
    const other = { headers, body: { leaveRefused: true } }
    expect((await server.call('POST', path, other)).status).toBe(422)
  })

  test('stops at later changes of the same fields and merges with those of others', async () => {
    await addUsers('oslo', 2)
    const { header, records } = await exported('oslo')
    const file = csv(
      header,
      records.map((row) => ({ ...row, segment: 'graduate' })),
    )
    const one = await planned(server, await importFile(server, 'users', file))
    const [first, second] = records.map(({ id }) => id)
    await server.call('PUT', `/users/${first}`, { body: { lastName: 'Elsewhere' } })
    await server.call('PUT', `/users/${second}`, { body: { segment: 'student' } })
    const stopped = await applied(server, one)
    expect(stopped).toMatchObject({ state: 'planned', problem: expect.stringContaining('One row') })
    expect((await server.call('GET', `/users/${first}`)).body.segment).toBe('unspecified')
    // The author has seen the new plan.
    const done = await applied(server, stopped)
    expect(done.state).toBe('applied')
    expect((await server.call('GET', `/users/${first}`)).body).toMatchObject({
      lastName: 'Elsewhere',
      segment: 'graduate',
    })
  })
})

test('a role needs the permission to create or change, and is offered no hidden or read-only fields', async () => {
  const own = await startApp({ env: { CONSOLE_ROLES: 'analyst,support' } })
  const body = 'email\nx@example.org'
  const analyst = await own.user({ role: 'analyst' })
  const support = await own.user({ role: 'support' })
  const send = (token: string) =>
    own.call('POST', '/users/imports?name=users.csv', {
      body,
      token,
      headers: { 'content-type': 'text/csv' },
    })
  expect((await send(analyst.token)).status).toBe(403)
  const { status, body: one } = await send(support.token)
  expect(status).toBe(201)
  const { id, fields } = one as unknown as Import
  expect(fields.map(({ path }) => path)).not.toContain('role')
  expect(fields.map(({ path }) => path)).toContain('email')
  // Without permission the answer is 403, also for wrong requests.
  for (const [method, path] of [
    ['POST', '/users/imports'],
    ['GET', '/users/imports/template'],
    ['GET', `/users/imports/${id}/failed`],
    ['GET', `/users/imports/${id}/rows?page=none`],
    ['PUT', `/users/imports/${id}/columns`],
    ['PATCH', `/users/imports/${id}/rows/none`],
    ['POST', `/users/imports/${id}/apply`],
  ] as const) {
    const body = method === 'GET' ? {} : { body: { nothing: 'known' } }
    const refused = await own.call(method, path, { token: analyst.token, ...body })
    expect([path, refused.status]).toEqual([path, 403])
    const asked = await own.call(method, path, { token: support.token, ...body })
    expect([path, asked.status]).toEqual([path, 400])
  }
  await own.close()
})

describe('passwords in a file', () => {
  const SECRET = 'seven-cairns-uphill'
  const file = `email,First name,Last name,secret word\nsealed@example.org,Sea,Led,${SECRET}\nx,No,Mail,${SECRET}-2`

  /** All stored rows of imports. */
  async function staged(): Promise<string> {
    const { rows } = await server.store.pool.query<{ all: string }>(
      `select concat((select json_agg(i) from imports i), (select json_agg(r) from import_rows r)) as all`,
    )
    return rows[0]?.all ?? ''
  }
  const hides = async () => {
    const all = await staged()
    expect(all).toContain('file.csv')
    for (const form of ['utf8', 'base64', 'hex'] as const)
      expect(all).not.toContain(Buffer.from(SECRET).toString(form))
  }

  test('are stored encrypted, whatever the heading of their column', async () => {
    const one = await importFile(server, 'users', file)
    expect(one.columns.at(-1)).toMatchObject({ field: null, sample: [SECRET, `${SECRET}-2`] })
    await hides()
    const columns = ['email', 'firstName', 'lastName', 'password']
    const place = `/users/imports/${one.id}`
    const set = await server.call('PUT', `${place}/columns`, { body: { columns, by: 'email' } })
    expect(set.status).toBe(200)
    const plan = await planned(server, one)
    expect(plan.counts).toMatchObject({ create: 1, refused: 1 })
    await hides()

    // Passwords are masked; a masked value sent back keeps the password.
    const now = await read<Import>(server, place)
    expect(JSON.stringify(now)).not.toContain(SECRET)
    expect(now.columns.at(-1)?.sample).toEqual([MASKED])
    expect(now.reading.preview.map(({ cells }) => cells.at(-1))).toEqual([
      ...['secret word', MASKED, MASKED],
    ])
    const corrected = { 0: 'still wrong', 3: MASKED }
    await server.call('PATCH', `${place}/rows/3`, { body: { cells: corrected } })
    const { rows } = await read<ImportRowPage>(server, `${place}/rows`)
    expect(rows.map(({ cells }) => cells.at(-1))).toEqual([MASKED, MASKED])
    const failed = await server.call('GET', `${place}/failed?format=csv`)
    expect(readCsv(failed.bytes).records).toMatchObject([
      { email: 'still wrong', 'secret word': '' },
    ])
    await server.call('PATCH', `${place}/rows/2`, { body: { cells: { 3: MASKED } } })
    expect((await applied(server, one, { leaveRefused: true })).state).toBe('applied')
    await hides()
    const session = await server.signIn('sealed@example.org', SECRET)
    const refused = await server.signIn('sealed@example.org', `${SECRET}-2`)
    expect([session.status, refused.status]).toEqual([200, 401])
  })

  test('are encrypted in files of other records too, where a column or a line above names them', async () => {
    for (const [file, asked] of [
      [`Name,User password\nFalconry,${SECRET}`, {}],
      [`Name,Password\nFalconry,${SECRET}\nLaw,${SECRET}-2`, { headLine: '2' }],
    ] as const) {
      await importFile(server, 'career-fields', file, { asked })
      await hides()
    }
  })

  test('are optional: without one a link sets it, and an existing one stays', async () => {
    await server.user({ email: 'ada.has@example.org', password: SECRET, firstName: 'Ada' })
    for (const [file, format] of [
      ['E-mail,First name,Last name,Active\nann.bee@example.org,Ann,Bee,ja', 'csv'],
      ['Email,First name,Last name,Password\ncy.dee@example.org,Cy,Dee,', 'csv'],
      [
        '[{"email":"eva.fox@example.org","firstName":"Eva","lastName":"Fox","password":null}]',
        'json',
      ],
      ['Email,First name,Password\nada.has@example.org,Ada2,', 'csv'],
    ] as const) {
      const one = await importFile(server, 'users', file, { format })
      expect(one.fields.find(({ path }) => path === 'password')?.isRequired).toBe(false)
      const plan = await planned(server, one)
      expect(plan.counts, file).toMatchObject({ refused: 0, unchanged: 0 })
      expect((await applied(server, plan)).state).toBe('applied')
    }
    const { body } = await server.call('GET', '/users?search=ann.bee')
    expect(body.users).toMatchObject([{ firstName: 'Ann', isActive: true }])
    expect((await server.signIn('ada.has@example.org', SECRET)).status).toBe(200)
  })

  test('cannot be read with another SECRET_KEY, and the answer says so', async () => {
    const one = await importFile(server, 'users', file)
    const env = { SECRET_KEY: 'another key'.repeat(4) }
    const second = await startApp({ env, connection: server.connection })
    const { token } = server
    const place = `/users/imports/${one.id}`
    expect((await second.call('GET', place, { token })).status).toBe(200)
    for (const [method, path] of [
      ['GET', `${place}/rows`],
      ['POST', `${place}/plan`],
    ] as const) {
      const { status, text } = await second.call(method, path, { token })
      expect(status, path).toBe(409)
      expect(text).toContain('SECRET_KEY was changed')
    }
    expect((await second.call('DELETE', place, { token })).status).toBe(204)
    await second.close()
  })
})
