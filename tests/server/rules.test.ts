import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { findStoredFaults } from '#server/records/stored-findings.ts'
import { query, startApp } from '../support/app.ts'
import { csv, importFile, planned, read } from '../support/imports.ts'

const MESSAGE = 'The most must not be less than the least.'

const registry = completeRegistry([
  users,
  defineResource({
    name: 'groups',
    label: ['Group', 'Groups'],
    recordName: 'name',
    create: z.object({
      name: requiredText(60),
      least: z.int().min(0).default(0),
      most: z.int().min(0).default(10),
    }),
    columns: (c) => [c.text('name')],
    fields: (f) => [f.text('name'), f.number('least'), f.number('most')],
    rules: [{ field: 'most', message: MESSAGE, holds: ({ least, most }) => most >= least }],
  }),
])
const refused = { code: 'invalid', message: MESSAGE, fields: { most: MESSAGE } }

test('a rule over two fields holds for creates, partial updates, sets of changes and imports', async () => {
  const server = await startApp({ registry })
  const add = (body: object) => server.call('POST', '/groups', { body })
  const wrong = await add({ name: 'Choir', least: 12 })
  expect(wrong.status).toBe(400)
  expect(wrong.body.error).toMatchObject(refused)

  const made = await add({ name: 'Choir', least: 2, most: 4 })
  const path = `/groups/${made.body._id}`
  const update = (body: object) => server.call('PUT', path, { body })
  // The rule uses the stored value of the other field.
  expect((await update({ least: 5 })).body.error).toMatchObject(refused)
  expect((await update({ least: 5, most: 6 })).status).toBe(200)

  const item = { resource: 'groups', action: 'update', id: made.body._id, values: { most: 4 } }
  const set = await server.call('POST', '/changes/plan', { body: { items: [item] } })
  expect(JSON.stringify(set.body)).toContain(MESSAGE)

  const rows = [
    { name: 'Band', least: '1', most: '5' },
    { name: 'Duo', least: '3', most: '2' },
  ]
  const file = csv(['name', 'least', 'most'], rows)
  const one = await planned(server, await importFile(server, 'groups', file))
  expect(one.counts).toMatchObject({ create: 1, refused: 1 })
  const row = await read(server, `/groups/imports/${one.id}/rows?state=refused`)
  expect(JSON.stringify(row)).toContain(MESSAGE)
  await server.close()
})

test('a stored record that breaks a new rule is reported, and its other fields can be changed', async () => {
  const server = await startApp({ registry })
  const made = await server.call('POST', '/groups', { body: { name: 'Old', least: 2, most: 4 } })
  await query(server.connection, `update rec_groups set data = data || '{"most": 1}'`)
  const findings = await findStoredFaults(server.store.pool, registry)
  expect(findings).toMatchObject([{ resource: 'groups', field: 'most', kind: 'limit' }])

  const update = (body: object) => server.call('PUT', `/groups/${made.body._id}`, { body })
  expect((await update({ name: 'Older' })).status).toBe(200)
  expect((await update({ most: 0 })).body.error).toMatchObject(refused)
  expect((await update({ most: 2 })).status).toBe(200)
  await server.close()
})
