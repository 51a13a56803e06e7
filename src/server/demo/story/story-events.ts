import type { EventType } from '#contract/events.ts'
import type { EventRow } from '#server/events/bulk-events.ts'
import { createRandom, type Random } from '../random.ts'
import { createDoings, type Doing } from './doings.ts'
import { type Person, type Visit, visitsOf } from './person.ts'
import type { Subjects } from './story-subjects.ts'

const SEED = 20_251_122

/** The parts of the app, and how much each is used. */
const FEATURES = [
  ['mission-center', 30],
  ['tell-matching', 21],
  ['mentor-chat', 17],
  ['protocol-system', 12],
  ['team-hub', 10],
  ['transfer-session', 5],
] as const
type Feature = (typeof FEATURES)[number][0]

/** How long somebody stays with one feature, in milliseconds. */
const SITTING = 240_000
const MOST_SITTINGS = 6

/**
 * What a person did up to `now`, as the app would have told it, in order. The same person, subjects and
 * moment give the same events, with the same ids.
 */
export function eventsOf(
  person: Person,
  userId: string,
  subjects: Subjects,
  now: number,
): EventRow[] {
  const random = createRandom(SEED + person.index * 7727)
  const doings = createDoings(person, subjects, random)
  const rows: EventRow[] = []
  const tell = (type: EventType, at: number, more: Partial<EventRow> = {}) =>
    rows.push({ id: idAt(at, random), type, userId, at, ...more })
  const doingIn = (feature: Feature, at: number): Doing | undefined => {
    if (feature === 'mission-center') return doings.onMissions(at)
    if (feature === 'protocol-system') return doings.onProtocols(at)
    return feature === 'mentor-chat' ? doings.onMentors(at) : undefined
  }

  for (const { start, end, signsIn, isEnded } of visitsOf(person, now)) {
    const sessionId = idAt(start, random)
    if (signsIn) tell('user_signed_in', start)
    tell('session_started', start, { sessionId })
    for (const [begun, done] of sittingsOf({ start, end })) {
      const feature =
        doings.isDue(begun) && random.next() < 0.3 ? 'protocol-system' : random.weigh(FEATURES)
      tell('feature_used', begun, { feature })
      const doing = doingIn(feature, done)
      if (doing) tell(doing.type, done, { subjectId: doing.subjectId, amount: doing.amount })
    }
    if (isEnded) tell('session_ended', end, { sessionId })
  }
  return rows.filter(({ at }) => at <= now)
}

/** When each sitting of a visit begins, and when something came of it. */
function sittingsOf({ start, end }: Pick<Visit, 'start' | 'end'>): [begun: number, done: number][] {
  const count = Math.min(MOST_SITTINGS, Math.floor((end - start) / SITTING) + 1)
  const each = (end - start) / count
  return Array.from({ length: count }, (_, index) => [
    Math.round(start + each * (index + 0.1)),
    Math.round(start + each * (index + 0.8)),
  ])
}

/** An id of version 7: its moment first, as those that the app makes, and the rest from the seed. */
function idAt(at: number, { next }: Random): string {
  const hex = (size: number, digits: number) =>
    Math.floor(next() * size)
      .toString(16)
      .padStart(digits, '0')
  const time = at.toString(16).padStart(12, '0')
  const [rest, tail] = [hex(0x1000, 3), hex(0x4000, 4)]
  const variant = (0x8000 + Number.parseInt(tail, 16)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}-${variant}-${hex(0x1000000, 6)}${hex(0x1000000, 6)}`
}
