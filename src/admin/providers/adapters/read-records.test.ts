import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { HttpError } from '../http-client.ts'
import { readError } from './read-error.ts'
import { readItem, readList } from './read-records.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource
const users = find('users')
const fields = find('career-fields')

describe('every item shape is read', () => {
  const item = { _id: 'a', firstName: 'Ada' }
  test.each([
    ['bare', item],
    ['{data}', { data: item }],
    ['{user}', { user: item }],
    ['{success, data: {user}}', { success: true, data: { user: item } }],
    ['id for _id', { id: 'a', firstName: 'Ada' }],
  ])('%s', (_, body) => {
    expect(readItem(users, body)).toMatchObject({ _id: 'a', id: 'a', firstName: 'Ada' })
  })

  test('careerField is found under its own name', () => {
    expect(readItem(fields, { careerField: { _id: 'x', name: 'Law' } })?.name).toBe('Law')
  })

  test.each([[''], [null], [undefined], [{}], ['<p>'], [[]], [{ data: null }]])(
    '%j has no record',
    (body) => {
      expect(readItem(users, body)).toBeUndefined()
    },
  )
})

describe('error bodies of any making', () => {
  test.each([
    ['{message}', { message: 'No' }],
    ['{error: text}', { error: 'No' }],
    ['{error: {message}}', { error: { message: 'No', code: 'x' }, message: 'later' }],
    ['problem document', { title: 'Bad', detail: 'No', status: 400 }],
    ['text', ' No '],
  ])('%s', (_, body) => {
    expect(readError(body).message).toBe('No')
  })

  test.each([['<html>'], ['x'.repeat(400)], [null], [{}], [{ message: { a: 1 } }]])(
    '%j has no message',
    (body) => {
      expect(readError(body).message).toBeUndefined()
    },
  )

  test.each([
    ['our own', { error: { message: 'No', fields: { email: 'Taken.' } } }],
    ['a list', { errors: [{ path: 'email', message: 'Taken.' }] }],
    ['lists of words', { errors: { email: ['Taken.', 'Really.'] } }],
  ])('field messages: %s', (_, body) => {
    expect(readError(body).fields).toEqual({ email: 'Taken.' })
  })
})

test('no value throws anything but the two known errors', () => {
  const key = fc.constantFrom(
    'users',
    'data',
    'count',
    'pagination',
    'total',
    '_id',
    'id',
    '__proto__',
    'error',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 5 }), (body, current) => {
      for (const resource of registry) {
        try {
          const page = readList(resource, body, { current, pageSize: 10 })
          expect(page.total).toBeGreaterThanOrEqual(page.rows.length)
          expect(new Set(page.rows.map((row) => row.id)).size).toBe(page.rows.length)
          readItem(resource, body)
          readError(body)
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test('a 412 contains author and time of the stored record; anything else in it is ignored', () => {
  const read = (changed: unknown) => readError({ error: { message: 'Stale', changed } }).changed
  const at = '2026-11-22T10:00:00.000Z'
  expect(read({ by: 'Ada', at })).toEqual({ by: 'Ada', at })
  expect(read({ at })).toEqual({ at })
  expect([read({ by: 'Ada' }), read('Ada'), read({ by: 7, at: 7 }), read(null)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
