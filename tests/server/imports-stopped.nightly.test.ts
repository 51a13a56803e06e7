import { expect, test } from 'vitest'
import type { Import } from '#contract/imports.ts'
import { query, startApp } from '../support/app.ts'
import { importFile, planned, read } from '../support/imports.ts'

const FILE = ['name', ...Array.from({ length: 4000 }, (_, at) => `Field ${at}`)].join('\n')
const PATH = 'career-fields'

test('a server that stops during an import rolls it back and says so', async () => {
  const server = await startApp()
  const { connection } = server
  const one = await planned(server, await importFile(server, PATH, FILE), PATH)
  const place = `/${PATH}/imports/${one.id}`
  await server.call('POST', `${place}/apply`, { body: {} })
  await server.close()
  const other = await startApp({ connection })
  expect(await read<Import>(other, place)).toMatchObject({
    state: 'planned',
    problem: expect.stringMatching(/stopped/),
  })
  const left = `select id from rec_career_fields union all select id from changes where via = 'import'`
  expect(await query(connection, left)).toEqual([])
  await other.close()
})
