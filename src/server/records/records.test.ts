import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { reference } from '#model/references.ts'
import { requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { createListQuery } from './list-query.ts'
import { createRecords } from './records.ts'

test('the first page has the same cache as long as its rows are the very same', async () => {
  const [resource] = completeRegistry([users])
  if (!resource) throw new Error('There are no users.')
  const query = vi.fn()
  const { list } = createRecords({ query } as unknown as pg.Pool, resource)
  const cacheOf = async (rows: (string | null)[][], descending = false) => {
    query.mockResolvedValueOnce({ rows, fields: [] })
    const sort = [{ path: 'firstName', descending }]
    return (await list({ offset: 0, limit: 10, sort, filters: [] })).cache
  }
  const rows = [
    ['ada', '1', null, '2'],
    ['ben', '2', 'x', '2'],
  ]
  const cache = await cacheOf(rows)
  expect(cache).toEqual({})
  expect(await cacheOf(structuredClone(rows))).toBe(cache)
  expect(await cacheOf(rows, true)).not.toBe(cache)
  expect(await cacheOf(structuredClone(rows))).toBe(cache)
  const others = [rows.slice(0, 1), [['ada', '1', 'null', '2'], rows[1] ?? []], rows.toReversed()]
  for (const other of others) expect(await cacheOf(other)).not.toBe(cache)
  // Only the latest rows are remembered.
  expect(await cacheOf(rows)).not.toBe(cache)
})

test('an empty first page has the same cache only with the same total', async () => {
  const [resource] = completeRegistry([users])
  if (!resource) throw new Error('There are no users.')
  const query = vi.fn()
  const { list } = createRecords({ query } as unknown as pg.Pool, resource)
  // A record that is made between the two statements is counted, but not listed.
  const cacheOf = async (total: number) => {
    query.mockResolvedValueOnce({ rows: [], fields: [] })
    query.mockResolvedValueOnce({ rows: [[String(total)]] })
    const sort = [{ path: 'firstName', descending: false }]
    const page = await list({ offset: 0, limit: 10, sort, filters: [] })
    expect(page.total).toBe(total)
    return page.cache
  }
  const cache = await cacheOf(1)
  expect(await cacheOf(1)).toBe(cache)
  expect(await cacheOf(0)).not.toBe(cache)
})

test('a filter by a reference that only an update may set takes ids alone', () => {
  const create = z.object({ title: requiredText() })
  const [, tasks] = completeRegistry([
    users,
    defineResource({
      ...{ name: 'tasks', label: ['Task', 'Tasks'], recordName: 'title', create },
      update: create.extend({ owner: reference('users').optional() }),
      row: create.extend({ owner: reference('users').optional() }),
      sample: { title: 'A' },
      columns: (c) => [c.text('title', 'Title')],
      fields: (f) => [f.text('title', 'Title')],
      filters: ['owner'],
    }),
  ])
  if (!tasks) throw new Error('There are no tasks.')
  const { read } = createListQuery(
    tasks,
    () => 'UTC',
    () => false,
  )
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect(read({ owner: id }).filters).toEqual([{ path: 'owner', refersTo: id }])
  expect(() => read({ owner: 'x' })).toThrow('must be the id of one of users')
})
