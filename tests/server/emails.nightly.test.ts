import { expect, test } from 'vitest'
import { foldEmail } from '#model/schema.ts'
import { foldedEmail } from '#server/records/shape.ts'
import { ADMIN, query, startApp } from '../support/app.ts'
import { post } from '../support/forms.ts'

test('this server and its database fold every letter of an email alike', async () => {
  const server = await startApp()
  const signs = Array.from({ length: 0x1_04ff }, (_, code) => code + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => `x${String.fromCodePoint(code)}x`)
  const rows = await query<{ folded: string }>(
    server.connection,
    `select ${foldedEmail("(data ->> 'email')")} as folded
     from jsonb_array_elements($1::jsonb) with ordinality as t(data, n) order by n`,
    [JSON.stringify(signs.map((email) => ({ email })))],
  )
  const different = signs.filter((sign, index) => foldEmail(sign) !== rows[index]?.folded)
  expect(different).toEqual([])
  await server.close()
})

test('an address is found and taken in any case, and by no letter of another alphabet', async () => {
  const server = await startApp()
  await server.user({ email: 'Victim.III@Example.org' })
  expect((await server.signIn('victim.iii@EXAMPLE.ORG')).status).toBe(200)
  expect((await server.signIn('vİctİm.İİİ@example.org')).status).toBe(401)
  const again = await server.call('POST', '/auth/register', {
    body: {
      firstName: 'V',
      lastName: 'V',
      email: 'VICTIM.iii@example.org',
      password: 'three-blue',
    },
  })
  expect(again.status).toBe(409)
  const foreign = await server.call('POST', '/auth/register', {
    body: {
      firstName: 'V',
      lastName: 'V',
      email: 'vİctİm.iii@example.org',
      password: 'three-blue',
    },
  })
  expect(foreign.status).toBe(400)
  await server.close()
})

test('addresses from before keep what they are: found in any case, and unique', async () => {
  const old = await startApp()
  await old.user({ email: 'Mixed.Case@Example.org' })
  await query(
    old.connection,
    `insert into rec_waitlist (id, version, created_at, updated_at, data, search_text)
     values (gen_random_uuid(), 1, now(), now(), '{"email":"Waiting@Example.org"}', 'waiting@example.org')`,
  )
  // The indexes as they were made before there was one folding.
  for (const table of ['rec_users', 'rec_waitlist'])
    await query(
      old.connection,
      `do $$ begin
         drop index ${table}_email_unique;
         create unique index ${table}_email_unique on ${table} ((lower((data ->> 'email')))) where deleted_at is null;
         comment on index ${table}_email_unique is 'what made it once';
       end $$`,
    )
  await old.close()

  const server = await startApp({ connection: old.connection })
  const made = await query<{ indexdef: string }>(
    server.connection,
    `select indexdef from pg_indexes where indexname in ('rec_users_email_unique', 'rec_waitlist_email_unique')`,
  )
  expect(made).toHaveLength(2)
  for (const { indexdef } of made) expect(indexdef).toContain('COLLATE "C"')
  expect((await server.signIn('mixed.case@example.org')).status).toBe(200)
  const shown = await server.call('GET', '/users?search=mixed.case')
  expect(JSON.stringify(shown.body)).toContain('Mixed.Case@Example.org')
  const taken = await server.call('POST', '/auth/register', {
    body: {
      firstName: 'M',
      lastName: 'M',
      email: 'MIXED.case@example.org',
      password: 'three-blue',
    },
  })
  expect(taken.status).toBe(409)
  expect((await post(server, 'waitlist', { email: 'WAITING@example.org' })).status).toBe(200)
  expect(await query(server.connection, 'select 1 from rec_waitlist')).toHaveLength(1)
  expect((await server.signIn(ADMIN.email.toUpperCase())).status).toBe(200)
  await server.close()
})
