import { describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { HttpError } from '../http-client.ts'
import { readList } from './read-records.ts'

const everyone = registry.map((resource) => [resource.name, resource] as const)
const first = { current: 1, pageSize: 10 }
const some = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ _id: `u${from + index}`, firstName: `N${index}` }))

/** The texts of the specification's section 8; users read as an empty list with one page. */
const UNEXPECTED: Record<string, string | null> = {
  users: null,
  missions: 'Received an unexpected data format from the server.',
  protocols: 'Received an unexpected data format for protocols.',
  mentors: 'Failed to fetch page data. Please try again.',
  dashboards: 'Failed to fetch dashboards',
  'career-fields': 'API did not return an array for career fields.',
}

describe.each(everyone)('every list shape is read: %s', (_name, resource) => {
  const key = resource.api.listKey
  const rows = some(10)
  test.each([
    ['{key, count}', { [key]: rows, count: 35 }, 10, 35],
    [
      '{key, pagination}',
      { [key]: rows, pagination: { total: 35, limit: 10, page: 1, pages: 4 } },
      10,
      35,
    ],
    ['{data, pagination}', { data: rows, pagination: { total: 35, limit: 10 } }, 10, 35],
    ['{data: {key, count}}', { data: { [key]: rows, count: 35 } }, 10, 35],
    ['{data: {data, pagination}}', { data: { data: rows, pagination: { total: 35 } } }, 10, 35],
    ['{data: {data}, count} outside', { data: { data: rows }, count: 35 }, 10, 35],
    [
      'digit strings as totals',
      { success: true, data: rows, pagination: { total: '35', limit: '10' } },
      10,
      35,
    ],
    ['a plain array', rows, 10, 10],
    ['an empty list', { [key]: [], count: 0 }, 0, 0],
    ['key wins over data', { [key]: some(2), data: rows }, 2, 2],
    ['pagination null', { [key]: rows, pagination: null }, 10, 10],
    ['pagination an array', { [key]: rows, pagination: [] }, 10, 10],
    ['a page beyond the end keeps its total', { [key]: [], count: 35 }, 0, 35],
  ])('%s', (_, body, length, total) => {
    const page = readList(resource, body, first)
    expect(page.rows).toHaveLength(length)
    expect(page.total).toBe(total)
  })

  test.each(['totalItems', 'total_items', 'totalCount', 'total_count', 'count', 'total'])(
    'a total under the name %s is read, in pagination, in meta and beside the list',
    (name) => {
      for (const body of [
        { [key]: rows, pagination: { page: 1, [name]: 33 } },
        { data: rows, meta: { [name]: '33' } },
        { [key]: rows, [name]: 33 },
      ])
        expect(readList(resource, body, first)).toMatchObject({ total: 33, isLeast: false })
    },
  )

  test('a total that was not counted further is known to be the least', () => {
    const counted = [
      { [key]: rows, count: 10_000, isMore: true },
      { [key]: rows, pagination: { page: 1, limit: 10, total: 10_000, isMore: true } },
    ]
    for (const body of counted)
      expect(readList(resource, body, first)).toMatchObject({ total: 10_000, isLeast: true })
    const other = { [key]: rows, count: 33, isMore: 'yes' }
    expect(readList(resource, other, first)).toMatchObject({ total: 33, isLeast: false })
  })

  test.each(['pages', 'totalPages', 'total_pages', 'pageCount', 'page_count'])(
    'without a total, %s gives a minimum of records',
    (name) => {
      for (const body of [
        { data: rows, pagination: { page: 1, [name]: 4 } },
        { [key]: rows, count: rows.length, [name]: '4' },
      ]) {
        const page = readList(resource, body, { current: 1, pageSize: 25 })
        expect(page).toMatchObject({ total: 31, isLeast: true, limit: 10 })
      }
      const last = { data: some(3), [name]: 4 }
      const page = readList(resource, last, { current: 4, pageSize: 10 })
      expect(page).toMatchObject({ total: 33, isLeast: false })
    },
  )

  test('without any total, page 2 counts the records before it', () => {
    expect(readList(resource, { [key]: some(4) }, { current: 2, pageSize: 10 }).total).toBe(14)
  })

  test.each([
    ['negative', -5],
    ['broken', 10.5],
    ['words', 'many'],
    ['huge', 1e308],
    ['less than the rows', 3],
  ])('a count that is %s is ignored', (_, count) => {
    expect(readList(resource, { [key]: rows, count }, first).total).toBe(10)
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
  ])('a server that %s', (_, limit, length, total, current, counts) => {
    const body = { data: some(length), pagination: { total, limit } }
    const page = readList(resource, body, { current, pageSize: 10 })
    expect(page).toMatchObject({ total, limit: counts })
    expect(page.rows).toHaveLength(length)
  })

  test('records before a page are counted by the effective limit', () => {
    const body = { data: some(5), pagination: { total: 1, limit: 5 } }
    expect(readList(resource, body, { current: 3, pageSize: 10 }).total).toBe(15)
  })

  test('an unpaged answer is paged here; a stated total shows at most 1,000 rows', () => {
    const unpaged = readList(resource, some(35), { current: 4, pageSize: 10 })
    expect(unpaged.rows.map((row) => row.id)).toEqual(['u30', 'u31', 'u32', 'u33', 'u34'])
    expect(unpaged.total).toBe(35)
    expect(readList(resource, { [key]: some(5000), count: 5000 }, first).rows).toHaveLength(1000)
  })
})

describe.each(everyone)(
  'an answer that is not a list is reported, never guessed: %s',
  (_name, resource) => {
    const key = resource.api.listKey
    test.each([
      ['{key: null}', { [key]: null }],
      ['{key: {}}', { [key]: {} }],
      ['{key: text}', { [key]: 'x' }],
      ['{key: numbered object}', { [key]: { 0: {} } }],
      ['{}', {}],
      ['null', null],
      ['empty text', ''],
      ['a number', 42],
      ['true', true],
      ['undefined', undefined],
      ['HTML', '<!doctype html><p>Sign in</p>'],
      ['broken JSON', '{"careerFields":[{'],
      ['NaN text', '{"count":NaN}'],
      ['another case', { [key.toUpperCase()]: [] }],
      ["another resource's key", { others: [] }],
      ['too deep', { data: { data: { data: { data: [] } } } }],
    ])('%s', (_, body) => {
      const read = () => readList(resource, body, first)
      // What no specification words says the words of all.
      const many = resource.label.many.toLowerCase()
      const { [resource.page]: text = `Received an unexpected data format for ${many}.` } =
        UNEXPECTED
      if (text) expect(read).toThrow(new HttpError(200, { message: text }))
      else expect(read()).toEqual({ rows: [], total: 0, isLeast: false, dropped: 0, limit: 10 })
    })

    test.each([
      ['success false', { success: false, message: 'Quota used up' }],
      ['an error object', { error: { message: 'Quota used up' } }],
      ['a problem document', { type: 'about:blank', title: 'Quota used up', status: 429 }],
    ])('a 200 with %s is an error with the server’s message', (_, body) => {
      expect(() => readList(resource, body, first)).toThrow(
        new HttpError(200, { message: 'Quota used up' }),
      )
    })
  },
)
