import { describe, expect, test } from 'vitest'
import { findAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { readList } from './read-records.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource
const users = find('users')
const first = { current: 1, pageSize: 10 }

describe('rows of any making', () => {
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

  test('id replaces _id, numbers become text, duplicates are dropped', () => {
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
    [{}, null],
    ['maybe', null],
    [null, null],
    [undefined, undefined],
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

  test('an unknown role and unknown keys are kept', () => {
    const [row] = one({ _id: 'a', role: ' admin ', badge: { a: 1 } }).rows
    expect(row).toMatchObject({ role: ' admin ', badge: { a: 1 } })
  })
})

describe.each(registry.map((resource) => [resource.name, resource] as const))(
  'any key of a row of %s may hold anything',
  (_name, resource) => {
    const values = [
      null,
      undefined,
      7,
      'x',
      true,
      [],
      {},
      [null, 1, 'a', {}],
      { value: {} },
      '2026',
    ]
    test.each(values.map((value) => [value]))('%j', (value) => {
      for (const key of Object.keys(resource.row.shape)) {
        if (key === '_id') continue
        const { rows } = readList(resource, [{ _id: 'a', [key]: value }], first)
        expect(rows).toHaveLength(1)
      }
    })
  },
)

describe('values of the catalogue', () => {
  const read = (name: string, row: object) =>
    readList(find(name), [{ _id: 'a', ...row }], first).rows[0]

  test.each([
    ['a, b', ['a', 'b']],
    [null, []],
    [
      [null, 1, 'a'],
      ['1', 'a'],
    ],
    [['C, C++'], ['C, C++']],
  ])('skills %j read %j', (given, skills) => {
    expect(read('missions/templates', { skills: given })?.skills).toEqual(skills)
  })

  test.each([
    [['f1', 'f2']],
    [[{ _id: 'f1', name: 'Law' }, { id: 'f2' }]],
    [[{ _id: 'f1' }, 'f2', null, {}]],
  ])('career fields %j are ids', (careerFields) => {
    expect(read('missions/templates', { careerFields })?.careerFields).toEqual(['f1', 'f2'])
  })

  test.each([
    [['f1'], [{ _id: 'f1' }]],
    [[{ _id: 'f1', name: 'Law' }], [{ _id: 'f1', name: 'Law' }]],
    [{ _id: 'f1', name: 'Law' }, [{ _id: 'f1', name: 'Law' }]],
    [[7], [{ _id: '7' }]],
    [null, []],
  ])('a mentor’s career fields %j are objects', (given, careerFields) => {
    expect(read('mentors', { careerFields: given })?.careerFields).toEqual(careerFields)
  })

  test.each([
    [null, null],
    [
      { value: '6', unit: 'weeks' },
      { value: 6, unit: 'weeks' },
    ],
    [{ value: -1 }, { value: -1 }],
    [{ unit: 'fortnights' }, { unit: 'fortnights' }],
    ['soon', null],
  ])('a duration of %j reads %j', (given, estimatedDuration) => {
    const row = read('protocols/templates', { estimatedDuration: given })
    expect(row?.estimatedDuration).toEqual(estimatedDuration)
  })

  test('phases and milestones are sorted by their numbers, wherever those start', () => {
    const titles = (phases: unknown) => {
      const row = read('protocols/templates', { phases })
      return findAt(row, 'phases.*.title').map(({ value }) => value)
    }
    expect(titles(null)).toEqual([])
    expect(titles([{ title: 'b', order: '2' }, { title: 'a', order: 1 }, null])).toEqual(['a', 'b'])
    expect(
      titles([
        { title: 'a', order: 1 },
        { title: 'b', order: 1 },
        { title: 'first', order: 0 },
      ]),
    ).toEqual(['first', 'a', 'b'])
    expect(titles([{ title: 'a', milestones: null }])).toEqual(['a'])
  })
})
