import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import type { Resource } from './resource.ts'
import { Refusal, readError, readItem, readList, UnexpectedShape } from './wire.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource
const users = find('users')
const fields = find('career-fields')
const first = { current: 1, pageSize: 10 }
const some = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ _id: `u${from + index}`, firstName: `N${index}` }))

describe('WIRE-01 every list shape is read', () => {
  const rows = some(10)
  test.each([
    ['{key, count}', { users: rows, count: 35 }, 10, 35],
    [
      '{key, pagination}',
      { users: rows, pagination: { total: 35, limit: 10, page: 1, pages: 4 } },
      10,
      35,
    ],
    ['{data, pagination}', { data: rows, pagination: { total: 35, limit: 10 } }, 10, 35],
    ['{data: {key, count}}', { data: { users: rows, count: 35 } }, 10, 35],
    ['{data: {data, pagination}}', { data: { data: rows, pagination: { total: 35 } } }, 10, 35],
    ['{data: {data}, count} outside', { data: { data: rows }, count: 35 }, 10, 35],
    [
      'digit strings as totals',
      { success: true, data: rows, pagination: { total: '35', limit: '10' } },
      10,
      35,
    ],
    ['a plain array', rows, 10, 10],
    ['an empty list', { users: [], count: 0 }, 0, 0],
    ['key wins over data', { users: some(2), data: rows }, 2, 2],
    ['pagination null', { users: rows, pagination: null }, 10, 10],
    ['pagination an array', { users: rows, pagination: [] }, 10, 10],
    ['a page beyond the end keeps its total', { users: [], count: 35 }, 0, 35],
  ])('%s', (_, body, length, total) => {
    const page = readList(users, body, first)
    expect(page.rows).toHaveLength(length)
    expect(page.total).toBe(total)
  })

  test('without any total, page 2 counts what came before', () => {
    expect(readList(users, { users: some(4) }, { current: 2, pageSize: 10 }).total).toBe(14)
  })

  test.each([
    ['negative', -5],
    ['broken', 10.5],
    ['words', 'many'],
    ['huge', 1e308],
    ['less than the rows', 3],
  ])('a count that is %s is ignored', (_, count) => {
    expect(readList(users, { users: rows, count }, first).total).toBe(10)
  })

  test.each([
    ['caps its pages', 5, 5, 35, 1, 5],
    ['caps its pages, in digits', '5', 5, 35, 1, 5],
    ['caps its pages, at the last one', 5, 5, 35, 7, 5],
    ['caps its pages, past the last one', 5, 0, 35, 8, 5],
    ['pages by more', 20, 20, 35, 1, 20],
    ['pages by more, at the last one', 20, 15, 35, 2, 20],
    ['names a limit of 0', 0, 10, 35, 1, 10],
    ['names a limit of -1', -1, 10, 35, 1, 10],
    ['names a limit of 1e9', 1e9, 10, 35, 1, 10],
    ['names a broken limit', 2.5, 10, 35, 1, 10],
    ['sends more than its limit', 5, 10, 35, 1, 10],
    ['sends less than its limit before the end', 100, 10, 35, 1, 10],
  ])('USER-03 a server that %s', (_, limit, length, total, current, counts) => {
    const body = { data: some(length), pagination: { total, limit } }
    const page = readList(users, body, { current, pageSize: 10 })
    expect(page).toMatchObject({ total, limit: counts })
    expect(page.rows).toHaveLength(length)
  })

  test('USER-03 what came before a page is counted by the limit that counts', () => {
    const body = { data: some(5), pagination: { total: 1, limit: 5 } }
    expect(readList(users, body, { current: 3, pageSize: 10 }).total).toBe(15)
  })

  test('an unpaged answer is paged here; a stated total shows at most 1,000 rows', () => {
    const unpaged = readList(users, some(35), { current: 4, pageSize: 10 })
    expect(unpaged.rows.map((row) => row.id)).toEqual(['u30', 'u31', 'u32', 'u33', 'u34'])
    expect(unpaged.total).toBe(35)
    expect(readList(users, { users: some(5000), count: 5000 }, first).rows).toHaveLength(1000)
  })
})

describe('WIRE-02 what is no list is said, never guessed', () => {
  test.each([
    ['{key: null}', { careerFields: null }],
    ['{key: {}}', { careerFields: {} }],
    ['{key: text}', { careerFields: 'x' }],
    ['{key: numbered object}', { careerFields: { 0: {} } }],
    ['{}', {}],
    ['null', null],
    ['empty text', ''],
    ['a number', 42],
    ['true', true],
    ['undefined', undefined],
    ['HTML', '<!doctype html><p>Sign in</p>'],
    ['broken JSON', '{"careerFields":[{'],
    ['NaN text', '{"count":NaN}'],
    ['another case', { CareerFields: [] }],
    ["another resource's key", { users: [] }],
    ['too deep', { data: { data: { data: { data: [] } } } }],
  ])('CF-03 %s', (_, body) => {
    expect(() => readList(fields, body, first)).toThrow(
      new UnexpectedShape('API did not return an array for career fields.'),
    )
  })

  test('USER-04 an unexpected shape is an empty list with one page', () => {
    expect(readList(users, { people: some(3) }, first)).toEqual({
      rows: [],
      total: 0,
      dropped: 0,
      limit: 10,
    })
  })

  test.each([
    ['success false', { success: false, message: 'Quota used up' }],
    ['an error object', { error: { message: 'Quota used up' } }],
    ['a problem document', { type: 'about:blank', title: 'Quota used up', status: 429 }],
  ])('a 200 with %s is an error with the server’s words', (_, body) => {
    expect(() => readList(users, body, first)).toThrow(new Refusal('Quota used up'))
  })
})

describe('WIRE-02 rows of any making', () => {
  const one = (row: unknown) => readList(users, [row], first)
  test.each([
    [null],
    [3],
    ['x'],
    [[]],
    [{}],
    [{ firstName: 'A' }],
    [{ _id: 2 ** 53 + 2 }],
    [{ _id: '' }],
  ])('%j is dropped and counted', (row) => {
    expect(one(row)).toMatchObject({ rows: [], total: 0, dropped: 1 })
  })

  test('id stands in for _id, numbers become text, twins are dropped', () => {
    const page = readList(
      users,
      [{ id: 7, firstName: 'A' }, { _id: '7' }, { _id: 'b', id: 9 }],
      first,
    )
    expect(page.rows.map((row) => [row._id, row.id])).toEqual([
      ['7', '7'],
      ['b', 'b'],
    ])
    expect(page.dropped).toBe(1)
  })

  test('__proto__ and constructor are plain data', () => {
    const [row] = one(JSON.parse('{"_id":"a","__proto__":{"admin":true},"constructor":1}')).rows
    expect(row?.admin).toBeUndefined()
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
    expect(Object.hasOwn(row ?? {}, '__proto__')).toBe(true)
  })

  test.each([
    ['null', null, null],
    ['a number', 7, '7'],
    ['an object', { a: 1 }, null],
    ['an array', ['a'], null],
    ['20 KB', 'x'.repeat(20_000), 'x'.repeat(20_000)],
    ['HTML', '<b>A</b>', '<b>A</b>'],
  ])('firstName %s', (_, given, read) => {
    expect(one({ _id: 'a', firstName: given }).rows[0]?.firstName).toBe(read)
  })

  test.each([
    [true, true],
    ['true', true],
    [1, true],
    ['false', false],
    [0, false],
    [{}, false],
    [null, null],
  ])('isActive %j reads %j', (given, read) => {
    expect(one({ _id: 'a', isActive: given }).rows[0]?.isActive).toBe(read)
  })

  test.each([
    [null, null],
    ['', null],
    ['Invalid', null],
    [{}, null],
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('createdAt %j reads %j', (given, read) => {
    expect(one({ _id: 'a', createdAt: given }).rows[0]?.createdAt).toBe(read)
  })

  test('an unknown role and unknown keys are kept as they are', () => {
    const [row] = one({ _id: 'a', role: ' admin ', badge: { a: 1 } }).rows
    expect(row).toMatchObject({ role: ' admin ', badge: { a: 1 } })
  })
})

describe('WIRE-01 every item shape is read', () => {
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
    '%j holds none',
    (body) => {
      expect(readItem(users, body)).toBeUndefined()
    },
  )
})

describe('WIRE-02 error bodies of any making', () => {
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
    '%j says nothing',
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

test('WIRE-02 no value throws anything but the two known errors', () => {
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
          if (!(error instanceof UnexpectedShape || error instanceof Refusal)) throw error
        }
      }
    }),
    { numRuns: 2000 },
  )
})
