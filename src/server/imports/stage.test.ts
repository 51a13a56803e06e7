import { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createEncryption } from '#server/auth/secrets.ts'
import { createStage, type ImportStage } from './stage.ts'

test('a transaction that has to be retried stores no part of a file', async () => {
  const statements: string[] = []
  const client = {
    on: () => client,
    release: () => undefined,
    query: (given: string | { text: string }) => {
      const text = typeof given === 'string' ? given : given.text
      statements.push(text)
      const isFirst = statements.filter((one) => one.includes('into import_rows')).length === 1
      if (isFirst && text.includes('into import_rows'))
        return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
      return Promise.resolve({ rows: [], rowCount: 1 })
    },
  }
  const pool = { connect: async () => client } as unknown as pg.Pool
  const rows = Readable.from([2, 3].map((line) => ({ line, cells: ['x'], damage: null })))
  const one: Parameters<ImportStage['create']>[0] = {
    id: 'a',
    resource: 'mentors',
    ownerId: 'b',
    file: 'a.csv',
    format: 'csv',
    isEncrypted: false,
    columns: [],
    by: null,
    reading: { preview: [] },
  }
  const created = createStage(pool, createEncryption('secret')).create(one, rows)
  await expect(created).rejects.toMatchObject({ error: { code: 'unavailable' } })
  expect(statements).not.toContainEqual(expect.stringMatching(/update imports|^commit/))
})
