import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { searchWords } from '#model/search.ts'
import { registry } from '#resources/index.ts'
import { addDays } from './days.ts'
import {
  createListReader,
  type ListFilter,
  type ListQuery,
  listFilters,
  rangeFrom,
  rangeTo,
  rangeWord,
  sortPaths,
  writeListQuery,
} from './list-query.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const read = (resource: Resource, address: string) =>
  createListReader(resource)(new Map(new URLSearchParams(address)))

/** Some of a resource's filters, with values that it takes. */
function filtersOf(resource: Resource): fc.Arbitrary<Record<string, string>> {
  const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1970-01-01', count))
  const values = ({ path, kind, choices }: ListFilter): fc.Arbitrary<[string, string][]> => {
    const offered = choices.map((one) => one.value)
    const words =
      kind === 'choice'
        ? fc.shuffledSubarray(offered, { minLength: 1 }).map((some) => some.join(','))
        : fc.constantFrom('', ...offered).filter(Boolean)
    const alone = (name: string, value: fc.Arbitrary<string>) =>
      fc.option(value).map((text): [string, string][] => (text === null ? [] : [[name, text]]))
    if (kind === 'days' || kind === 'number') {
      const end = kind === 'days' ? days : fc.integer().map(String)
      const ends = fc.tuple(end, end, fc.subarray([0, 1])).map(([one, other, kept]) => {
        const [from = '', to = ''] = [one, other].sort((a, b) =>
          kind === 'days' ? (a < b ? -1 : 1) : Number(a) - Number(b),
        )
        const both: [string, string][] = [
          [rangeFrom(path), from],
          [rangeTo(path), to],
        ]
        return kept.map((at) => both[at] as [string, string])
      })
      return fc.oneof(ends, alone(rangeWord(path), words))
    }
    return alone(path, choices.length > 0 ? words : fc.string({ unit: 'binary' }))
  }
  return fc
    .tuple(...listFilters(resource).map(values))
    .map((entries) => Object.fromEntries(entries.flat()))
}

function queriesOf(resource: Resource): fc.Arbitrary<ListQuery> {
  const words = fc
    .string({ unit: 'binary', maxLength: 100 })
    .filter((text) => text.length <= 100 && searchWords(text).length > 0)
  const sort = fc
    .shuffledSubarray([...sortPaths(resource)])
    .chain((paths) =>
      fc.tuple(...paths.map((path) => fc.boolean().map((descending) => ({ path, descending })))),
    )
  return fc.record(
    {
      search: resource.search.length > 0 ? fc.option(words, { nil: '' }) : fc.constant(''),
      filters: filtersOf(resource),
      sort,
      page: fc.integer({ min: 1, max: 1_000_000 }),
      limit: fc.integer({ min: 1, max: 100 }),
      ids: fc.array(fc.uuid(), { minLength: 1, maxLength: 100 }),
      ...(resource.actions.includes('delete') && { deleted: fc.constant(true as const) }),
    },
    { requiredKeys: ['search', 'filters', 'sort'] },
  )
}

describe('address, link and API use the same parameters for a list', () => {
  test.each(registry)('$page: what is written is what is read', (resource) => {
    fc.assert(
      fc.property(queriesOf(resource), (query) => {
        // A lone half of a letter cannot be sent.
        fc.pre(!/\\ud[89a-f]/i.test(JSON.stringify(query)))
        expect(read(resource, writeListQuery(query))).toEqual({ query, faults: [] })
      }),
    )
  })

  test.each(registry)('$page: any input is read without throwing', (resource) => {
    const parameters = ['page', 'limit', 'search', 'sort', 'ids', 'deleted', '__proto__'].concat(
      listFilters(resource).flatMap((filter) => filter.parameters),
    )
    const given = fc.array(
      fc.tuple(fc.oneof(fc.constantFrom(...parameters), fc.string()), fc.string()),
    )
    fc.assert(
      fc.property(given, (pairs) => {
        const { query } = createListReader(resource)(new Map(pairs))
        expect(read(resource, writeListQuery(query)).faults).toEqual([])
      }),
    )
  })

  test('as a user would type it', () => {
    const query: ListQuery = {
      search: 'ada',
      filters: { role: 'admin', createdAt_from: '2026-01-01' },
      sort: [{ path: 'createdAt', descending: true }],
      page: 2,
    }
    const address = '?search=ada&createdAt_from=2026-01-01&role=admin&sort=-createdAt&page=2'
    expect(writeListQuery(query)).toBe(address)
    expect(read(named('users'), address).query).toEqual(query)
    expect(writeListQuery({})).toBe('')
    const several = '?difficulty=beginner,intermediate'
    const { filters } = read(named('missions'), several).query
    expect(filters).toEqual({ difficulty: 'beginner,intermediate' })
    expect(writeListQuery({ filters })).toBe(several)
  })

  test('odd characters travel, and commas stay readable', () => {
    const query: ListQuery = {
      search: 'a&b=c',
      filters: { type: 'R&D #1 + 100%' },
      sort: [
        { path: 'type', descending: false },
        { path: 'createdAt', descending: true },
      ],
    }
    expect(writeListQuery(query)).toContain('sort=type,-createdAt')
    expect(read(named('missions'), writeListQuery(query)).query).toEqual(query)
  })
})

test('each declared filter is of the kind that its schema calls for, in its order', () => {
  const of = (page: string) => listFilters(named(page)).map(({ path, kind }) => `${path}: ${kind}`)
  expect(of('missions')).toEqual([
    'isActive: flag',
    'difficulty: choice',
    'type: text',
    'careerFields: reference',
    'stepCount: number',
  ])
  expect(of('users')).toEqual([
    'role: choice',
    'isActive: flag',
    'segment: choice',
    'createdAt: days',
    'lastLogin: days',
  ])
})

describe('an error is reported at its parameter, which is ignored', () => {
  test.each([
    ['users', 'password=x', 'password', /is unknown. Known are page, limit, search, sort/],
    ['users', '__proto__=x', '__proto__', /is unknown/],
    ['missions', 'difficulty=legendary', 'difficulty', /must be one or more of beginner/],
    ['missions', 'difficulty=beginner,legendary', 'difficulty', /must be one or more of beginner/],
    ['missions', 'difficulty=beginner,', 'difficulty', /must be one or more of beginner/],
    ['missions', 'difficulty=beginner,beginner', 'difficulty', /each once$/],
    ['missions', 'isActive=true,false', 'isActive', /must be one of true, false/],
    ['missions', 'isActive=maybe', 'isActive', /must be one of true, false/],
    ['missions', 'difficulty_from=2026-01-01', 'difficulty_from', /is unknown/],
    ['users', 'createdAt=2026-10-01', 'createdAt', /is unknown/],
    ['users', 'createdAt_from=2026-02-30', 'createdAt_from', /must be a day/],
    ['users', 'createdAt_to=9999-12-31', 'createdAt_to', /must not be after 2999/],
    ['users', 'createdAt_from=2026-11-01&createdAt_to=2026-10-31', 'createdAt_from', /_to'$/],
    ['users', 'lastLogin_is=soon', 'lastLogin_is', /must be one of today.*, lastMonth, empty$/],
    ['users', 'createdAt_is=empty', 'createdAt_is', /must be one of today/],
    ['users', 'lastLogin_is=empty&lastLogin_to=2026-01-01', 'lastLogin_is', /_to'$/],
    ['users', 'sort=password', 'sort', /takes firstName/],
    ['users', 'sort=email,-email', 'sort', /each once/],
    ['users', `search=${'x'.repeat(101)}`, 'search', /at most 100/],
    ['users', 'ids=a,,b', 'ids', /takes 1 to 100 ids/],
    ...['0', '-1', '1.5', 'x', '1e300', '1000001'].map(
      (page) => ['users', `page=${page}`, 'page', /whole number from 1 to 1000000/] as const,
    ),
  ] as const)('%s?%s', (page, address, parameter, message) => {
    const { query, faults } = read(named(page), address)
    expect(faults).toEqual([{ parameter, message: expect.stringMatching(message) }])
    expect(query).toEqual({ search: '', filters: {}, sort: [] })
  })
})
