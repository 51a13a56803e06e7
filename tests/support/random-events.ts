import type { EventType, LearnerEvent } from '#contract/events.ts'

/** A generator of numbers from 0 to 1, always the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An id that is always the same for the same numbers. */
export function idOf(kind: number, number: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return `${hex(number, 8)}-0000-7000-8000-${hex(kind, 12)}`
}

/** Moments around which days are uneasy: midnights, both changes of the clocks, year's end, leap day. */
const ANCHORS = [
  '2024-02-29T00:00:00Z',
  '2025-12-31T23:59:59.999Z',
  '2026-03-28T23:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-04-04T14:00:00Z',
  '2026-09-26T14:00:00Z',
  '2026-10-24T22:00:00Z',
  '2026-10-25T01:00:00Z',
].map((text) => Date.parse(text))
const HOUR = 3_600_000

const TYPES: readonly EventType[] = [
  'user_signed_in',
  'session_started',
  'session_ended',
  'feature_used',
  'mission_assigned',
  'mission_progressed',
  'mission_completed',
  'protocol_enrolled',
  'protocol_progressed',
  'protocol_progressed',
  'protocol_completed',
  'mentor_assigned',
  'mentor_reviewed',
]

export interface Cast {
  users: readonly string[]
  missions: readonly string[]
  protocols: readonly string[]
  mentors: readonly string[]
}

interface Size {
  users: number
  missions?: number
  protocols?: number
  mentors?: number
}

/** So many of each. */
export function castOf({ users, missions = 4, protocols = 4, mentors = 3 }: Size): Cast {
  const ids = (kind: number, count: number) =>
    Array.from({ length: count }, (_, number) => idOf(kind, number))
  return {
    users: ids(1, users),
    missions: ids(2, missions),
    protocols: ids(3, protocols),
    mentors: ids(4, mentors),
  }
}

/** Events of few people with few things, so that they meet often, in no order at all. */
export function randomEvents(seed: number, count: number, cast: Cast): LearnerEvent[] {
  const random = seeded(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const moment = () => {
    const near = random() < 0.3 ? Math.round(random() * 4 - 2) : (random() - 0.5) * 96 * HOUR
    return new Date(pick(ANCHORS) + Math.round(near)).toISOString()
  }
  const make = (number: number): LearnerEvent => {
    const base = { id: idOf(seed + 1000, number), user: pick(cast.users), timestamp: moment() }
    const eventType = pick(TYPES)
    const percent = Math.floor(random() * 101)
    switch (eventType) {
      case 'user_signed_in':
        return { eventType, ...base }
      case 'session_started':
      case 'session_ended':
        return {
          eventType,
          ...base,
          session: idOf(5, percent % 3),
        }
      case 'feature_used':
        return { eventType, ...base, feature: pick(['Missions', "Mentor's chat", 'Diary']) }
      case 'mission_assigned':
      case 'mission_completed':
        return { eventType, ...base, mission: pick(cast.missions) }
      case 'mission_progressed':
        return { eventType, ...base, mission: pick(cast.missions), progress: percent }
      case 'protocol_enrolled':
      case 'protocol_completed':
        return { eventType, ...base, protocol: pick(cast.protocols) }
      case 'protocol_progressed':
        return { eventType, ...base, protocol: pick(cast.protocols), progress: percent }
      case 'mentor_assigned':
        return { eventType, ...base, mentor: pick(cast.mentors) }
      case 'mentor_reviewed':
        return { eventType, ...base, mentor: pick(cast.mentors), rating: 1 + (percent % 5) }
    }
  }
  return Array.from({ length: count }, (_, number) => make(number))
}

/** The events in random batches, some of them in two. */
export function inBatches(seed: number, events: readonly LearnerEvent[]): LearnerEvent[][] {
  const random = seeded(seed)
  const batches: LearnerEvent[][] = []
  for (let start = 0; start < events.length; ) {
    const end = start + 1 + Math.floor(random() ** 3 * 400)
    const batch = events.slice(start, end)
    for (const event of events) if (random() < 0.01) batch.push(event)
    batches.push(batch)
    start = end
  }
  return batches
}
