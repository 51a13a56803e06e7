import { describe, expect, test } from 'vitest'
import { eventSchema } from '#contract/events.ts'
import type { EventRow } from '#server/events/bulk-events.ts'
import { sampleMentors, sampleMissions, sampleProtocols } from '../catalogue.ts'
import { sampleUsers } from '../demo-users.ts'
import { createArrivals, DAY, livelinessOf, SPAN_DAYS } from './calendar.ts'
import { personOf, visitsOf } from './person.ts'
import { eventsOf } from './story-events.ts'
import type { Subjects } from './story-subjects.ts'

const PEOPLE = 60
const today = new Date('2026-11-20')
const now = today.getTime() + 0.7 * DAY

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const subjects: Subjects = {
  mission: sampleMissions(today).map(({ createdAt, data }, index) =>
    subject(index, createdAt, data.difficulty),
  ),
  protocol: sampleProtocols(today).map(({ createdAt, data }, index) =>
    subject(100 + index, createdAt, data.targetLevel),
  ),
  mentor: sampleMentors(today).map(({ createdAt }, index) =>
    subject(200 + index, createdAt, 'expert'),
  ),
}
function subject(number: number, createdAt: Date, level: unknown) {
  return { id: idOf(number), createdAt: createdAt.getTime(), level: String(level), rating: 4.5 }
}

const people = sampleUsers(0, PEOPLE, today).map(({ createdAt }, index) =>
  personOf(index, createdAt),
)
const story = (until: number): EventRow[] =>
  people.flatMap((person) => eventsOf(person, idOf(1000 + person.index), subjects, until))
const whole = story(now)

describe('what sample learners did', () => {
  test('is the same for the same people, and until an earlier moment the same as far as it goes', () => {
    expect(story(now)).toEqual(whole)
    const earlier = now - 30.4 * DAY
    expect(story(earlier)).toEqual(whole.filter(({ at }) => at <= earlier))
  })

  test('could have come over the API: each event is one, with an id of its own', () => {
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

  test('comes in order, from after joining until the person left, and never from two places at once', () => {
    for (const person of people) {
      const visits = [...visitsOf(person, now)]
      let last = person.joined
      for (const { start, end } of visits) {
        expect(start).toBeGreaterThan(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      const [first, ...later] = visits
      for (const { start } of later) expect(start).toBeLessThanOrEqual(person.left)
      expect(first === undefined).toBe(person.left === person.joined)
    }
  })

  test('assigns before it goes on, and nothing goes on after it was completed', () => {
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
})

describe('the calendar', () => {
  test('is quiet in August, at the end of December and on Saturdays', () => {
    const on = (day: string) => livelinessOf(Date.parse(day))
    // All of them Wednesdays.
    expect(on('2026-08-12')).toBeLessThan(0.6 * on('2026-10-14'))
    expect(on('2026-12-30')).toBeLessThan(0.4 * on('2026-10-14'))
    expect(on('2026-04-01')).toBeGreaterThan(1.4 * on('2026-07-01'))
    expect(on('2026-10-17')).toBeLessThan(0.5 * on('2026-10-14'))
  })

  test('lets people join within the fifteen months before the day, and later for a later day', () => {
    const [arrivalOf, later] = [createArrivals(today), createArrivals(new Date('2026-12-24'))]
    let last = new Date(today.getTime() - SPAN_DAYS * DAY)
    for (const part of [0, 0.01, 0.2, 0.5, 0.8, 0.999_999]) {
      const joined = arrivalOf(part)
      expect(joined.getTime()).toBeGreaterThanOrEqual(last.getTime())
      expect(joined.getTime()).toBeLessThan(today.getTime())
      expect(later(part).getTime()).toBeGreaterThan(joined.getTime())
      last = joined
    }
  })
})
