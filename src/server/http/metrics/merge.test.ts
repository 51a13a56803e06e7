import { expect, test } from 'vitest'
import { type Family, MOST_SERIES, single } from './exposition.ts'
import { createMerger } from './merge.ts'

const requests = (pairs: readonly [route: string, count: number][]): Family => ({
  name: 'waymark_http_request_seconds',
  help: 'Requests.',
  type: 'summary',
  samples: pairs.flatMap(([route, count]) => {
    const labels = { method: 'GET', route, status: '2xx' }
    return [
      { suffix: '_sum', labels, value: count / 10 },
      { suffix: '_count', labels, value: count },
    ]
  }),
})
const valuesOf = (families: readonly Family[], name: string) =>
  families.find((family) => family.name === name)?.samples.map(({ value }) => value)
const countOf = (families: readonly Family[], route: string) =>
  families[0]?.samples.find(({ suffix, labels }) => suffix === '_count' && labels?.route === route)
    ?.value

test('OPS-01 processes are told of as one: sums, the latest, the longest, the first', () => {
  const of = (n: number): Family[] => [
    requests([['/a', n]]),
    single('gauge', 'memory', 'Memory.', 100 * n),
    { ...single('gauge', 'delay', 'Delay.', n), of: 'most' },
    single('gauge', 'start', 'Start.', n, 'least'),
  ]
  const merged = createMerger().merge([of(1), of(3)])
  expect(valuesOf(merged, 'waymark_http_request_seconds')).toEqual([0.4, 4])
  expect(valuesOf(merged, 'memory')).toEqual([400])
  expect(valuesOf(merged, 'delay')).toEqual([3])
  expect(valuesOf(merged, 'start')).toEqual([1])
})

test('OPS-01 what a process had counted that is gone stays, and what it had is gone with it', () => {
  const merger = createMerger()
  const own = [requests([['/a', 5]]), single('gauge', 'memory', 'Memory.', 100)]
  merger.keep(own)
  merger.keep(own)
  const merged = merger.merge([[requests([['/a', 1]])]])
  expect(countOf(merged, '/a')).toBe(11)
  expect(valuesOf(merged, 'memory')).toBeUndefined()
})

test('OPS-01 many processes have no more series than one, and none ever goes away', () => {
  const merger = createMerger()
  const routes = (from: number) =>
    Array.from({ length: 60 }, (_, at): [string, number] => [`/route-${from + at}`, 1])
  const first = merger.merge([[requests(routes(0))]])
  const later = merger.merge([[requests(routes(0))], [requests(routes(1000))]])
  const named = (families: readonly Family[]) =>
    families[0]?.samples.map(({ labels }) => labels?.route) ?? []
  expect(named(later)).toEqual(expect.arrayContaining(named(first)))
  expect(named(later).length).toBeLessThan(MOST_SERIES / 2)
  expect(countOf(later, 'other')).toBe(50)
})
