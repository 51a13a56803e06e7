import { expect, test } from 'vitest'
import { eventSchema } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import { eventsOf, type Subjects, sampleUsers } from './learners.ts'
import { DAY, samplesOf } from './samples.ts'

const PEOPLE = 60
const today = new Date('2026-11-20')
const now = today.getTime() + 0.7 * DAY
const make = (of: string) => {
  const resource = registry.find(({ name }) => name === of)
  if (!resource) throw new Error(`There is no resource '${of}'`)
  const ids = async (_to: string, names: readonly string[]) => new Map(names.map((n) => [n, n]))
  return samplesOf(resource, today, { ids, names: async () => [] }, () => undefined)
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const subject = (number: number, createdAt: Date, level: unknown) => ({
  ...{ id: idOf(number), createdAt, level: String(level) },
})
const subjects: Subjects = {
  mission: (await make('missions/templates')).map(({ createdAt, data }, index) =>
    subject(index, createdAt, data.difficulty),
  ),
  protocol: (await make('protocols/templates')).map(({ createdAt, data }, index) =>
    subject(100 + index, createdAt, data.targetLevel),
  ),
  mentor: (await make('mentors')).map(({ createdAt }, index) =>
    subject(200 + index, createdAt, ''),
  ),
}
const users = sampleUsers(0, PEOPLE, today)
const eventsUntil = (until: number) =>
  users.flatMap(({ createdAt }, index) =>
    eventsOf(index, idOf(1000 + index), createdAt, subjects, until),
  )
const whole = eventsUntil(now)

test('the events are the same for the same users, and until an earlier moment the same as far as they go', () => {
  expect(eventsUntil(now)).toEqual(whole)
  const earlier = now - 30.4 * DAY
  expect(eventsUntil(earlier)).toEqual(whole.filter(({ at }) => at <= earlier))
})

test('each event could have come over the API, with an id of its own', () => {
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
  for (const { id, type, userId, at, subjectId, sessionId, feature, amount } of whole) {
    const [kind = ''] = type.split('_')
    const parsed = eventSchema.safeParse({
      eventType: type,
      id,
      user: userId,
      timestamp: new Date(at).toISOString(),
      ...(subjectId && { [kind]: subjectId }),
      ...(sessionId && { session: sessionId }),
      ...(feature && { feature }),
      ...(amount !== undefined && { progress: amount, rating: amount }),
    })
    expect(parsed.error).toBeUndefined()
  }
})

test('a mission or protocol is assigned before it progresses, and ends with its completion', () => {
  const progress = new Map<string, number>()
  for (const { type, userId, subjectId, amount } of whole) {
    if (!subjectId || type.startsWith('mentor')) continue
    const key = `${userId} ${subjectId}`
    const before = progress.get(key)
    const isBegin = type.endsWith('assigned') || type.endsWith('enrolled')
    expect(before === undefined).toBe(isBegin)
    const after = isBegin ? 0 : (amount ?? 100)
    if (before !== undefined) expect(after).toBeGreaterThan(before)
    progress.set(key, after)
  }
})

test('users joined in the fifteen months before the day, more of them lately', () => {
  const ages = users.map(({ createdAt }) => (today.getTime() - createdAt.getTime()) / DAY)
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeLessThanOrEqual(456)
  const lately = ages.filter((age) => age < 228).length
  expect(lately).toBeGreaterThan(0.6 * PEOPLE)
})
