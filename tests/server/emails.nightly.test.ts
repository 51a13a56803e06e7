import { expect, test } from 'vitest'
import { foldEmail } from '#model/schema.ts'
import { foldedEmail } from '#server/records/shape.ts'
import { query, startApp } from '../support/app.ts'

test('server and database fold every letter of an email alike', async () => {
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
