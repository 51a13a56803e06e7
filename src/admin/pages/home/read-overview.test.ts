import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SystemOverview } from '#contract/overview.ts'
import { humanise } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { readOverview } from './read-overview.ts'
import { recordAddress, sentenceOfMany } from './sentences.ts'

const whole: SystemOverview = {
  counts: { users: 5000, missions: 24, protocols: 9, mentors: 12 },
  recentActivity: [
    {
      id: 'a',
      eventType: 'mission_created',
      timestamp: '2026-11-20T08:00:00.000Z',
      user: { firstName: 'Ada', lastName: 'Lovelace' },
      record: { resource: 'missions/templates', id: '7', name: 'Draw a map', isLive: true },
    },
  ],
}
const only = (item: object) => readOverview({ recentActivity: [item] })?.activity[0]

test.each([
  ['bare', whole],
  ['under data', { data: whole, success: true }],
  ['under overview', { overview: whole }],
])('the overview is read %s', (_, body) => {
  expect(readOverview(body)).toEqual({
    counts: whole.counts,
    added: {},
    activity: [
      {
        key: 'a:0',
        eventType: 'mission_created',
        timestamp: '2026-11-20T08:00:00.000Z',
        person: 'Ada Lovelace',
        record: { resource: 'missions/templates', id: '7', name: 'Draw a map', isLive: true },
        times: 0,
        records: 0,
      },
    ],
  })
})

test.each([undefined, null, '', 'text', 7, [], {}, { data: null }, { message: 'no' }])(
  '%j is no overview',
  (body) => {
    expect(readOverview(body)).toBeUndefined()
  },
)

test.each([
  [{}, undefined],
  [{ user: null }, undefined],
  [{ user: {} }, ''],
  [{ user: 'u-1' }, ''],
  [{ user: { firstName: null, lastName: 'Lovelace' } }, 'Lovelace'],
  [{ user: { firstName: ' Ada ' } }, 'Ada'],
  [{ user: { name: 'Ada L.' } }, 'Ada L.'],
])('%j was done by %j', (item, person) => {
  expect(only(item)?.person).toBe(person)
})

test('an incomplete entry is kept, and an invalid one is skipped', () => {
  expect(only({ id: 7, timestamp: 1_763_625_600 })).toEqual({
    key: '7:0',
    eventType: '',
    timestamp: '2025-11-20T08:00:00.000Z',
    person: undefined,
    record: undefined,
    times: 0,
    records: 0,
  })
  expect(only({ timestamp: 'yesterday' })?.timestamp).toBe('')
  const activity = readOverview({ recentActivity: [null, 'x', { id: 'a' }, { id: 'a' }] })?.activity
  expect(new Set(activity?.map(({ key }) => key)).size).toBe(2)
})

test('the reader never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.array(fc.jsonValue()), (user, record, rest) => {
      readOverview({ counts: record, recentActivity: [{ user, record }, ...rest] })
      readOverview({ data: user, overview: record })
    }),
  )
})

test.each([
  ['mission_created', 'Mission created'],
  ['career_field_updated', 'Career field updated'],
  ['USER_LOGIN', 'User login'],
  ['login', 'Login'],
  ['', ''],
])('%s reads %j', (eventType, words) => {
  expect(humanise(eventType)).toBe(words)
})

test('a record has an address if it is live and its resource has a page', () => {
  const user = { resource: 'users', id: 'a/b', name: 'Ada', isLive: true }
  expect(recordAddress(registry, user)).toBe('/admin/users/a%2Fb')
  expect(recordAddress(registry, { ...user, isLive: false })).toBeUndefined()
  expect(recordAddress(registry, { ...user, id: '' })).toBeUndefined()
  expect(recordAddress(registry, { ...user, resource: 'tags' })).toBeUndefined()
  const readOnly = registry.map((one) => ({ ...one, actions: [] }))
  expect(recordAddress(readOnly, user)).toBe('/admin/users/a%2Fb')
})

test('a record is found by the name of its declaration and by that of its page', () => {
  const [first] = registry
  if (!first) throw new Error('no resource')
  const missions = [{ ...first, name: 'missions/templates', page: 'missions' }]
  for (const resource of ['missions/templates', 'missions'])
    expect(recordAddress(missions, { resource, id: '7', name: 'Map', isLive: true })).toBe(
      '/admin/missions/7',
    )
})

test('edits in a row and changes of many say how many they were', () => {
  const record = { resource: 'users', id: '7', name: 'Ada' }
  const many = only({ id: 'a', eventType: 'user_updated', record, records: 143 })
  expect(many && sentenceOfMany(registry, many)).toBe('Updated 143 users')
  const often = only({ id: 'a', eventType: 'user_updated', record, times: 3 })
  expect(often?.times).toBe(3)
  expect(often && sentenceOfMany(registry, often)).toBeUndefined()
})
