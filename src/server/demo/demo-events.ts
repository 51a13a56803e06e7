import type { EventType, SubjectKind } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import type { EventRow } from '#server/events/bulk-events.ts'
import type { Bulk } from './bulk.ts'
import { learnerOf, sampleEmail } from './demo-users.ts'
import { createRandom, DAY, MINUTE, type Random } from './random.ts'

/** How many learners' events are made and written at a time, so that millions need little memory. */
const PORTION = 200
const SEED = 20_251_122
const HOUR = 60 * MINUTE

/** From Sunday: people learn in the middle of the week. */
const WEEKDAYS = [0.72, 1, 1.2, 1.25, 1.15, 0.85, 0.45]
/** From six in the morning: how many come in each hour. */
const HOURS = [2, 4, 6, 5, 4, 4, 5, 6, 5, 4, 5, 7, 9, 11, 10, 6].map(
  (weight, hour) => [hour + 6, weight] as const,
)
/** The parts of the app, and how much each is used. */
const FEATURES = [
  ['mission-center', 30],
  ['tell-matching', 22],
  ['protocol-system', 17],
  ['mentor-chat', 13],
  ['team-hub', 9],
  ['transfer-session', 5],
] as const
/** Percent of a mission that one sitting gets done. A protocol takes twice as long. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ beginner: 48, intermediate: 28, advanced: 17, expert: 11 },
}
/** How often a sitting ends with giving up. */
const GIVES_UP = 0.07
const MAX_SITTINGS = 5
const MAX_VISIT_MINUTES = 110
/** Interest falls to this part, within about this many days. */
const SETTLED = 0.45
const SETTLING_DAYS = 60
const BEFORE_REVIEW = 7 * DAY
const BEFORE_NEXT_MENTOR = 40 * DAY
const STARS = [
  [5, 27],
  [4, 48],
  [3, 16],
  [2, 6],
  [1, 3],
] as const

/** A mission, protocol or mentor of the samples. */
export interface Subject {
  id: string
  /** In milliseconds. */
  createdAt: number
  /** A mission's difficulty or a protocol's level. */
  level: string
}

/** Each kind in an order that does not depend on ids. */
export type Subjects = Readonly<Record<SubjectKind, readonly Subject[]>>

export interface EventOptions {
  now: Date
  /** So many of the sample users have events. */
  users: number
  /** Instead as many users as it takes until there are so many events. */
  events?: number | undefined
}

/**
 * Adds what sample users did up to `now`, for those without any event. Returns how many events were added.
 */
export async function addEvents(
  bulk: Bulk,
  named: (name: string) => Resource,
  { now, users, events }: EventOptions,
  print: (line: string) => void,
): Promise<number> {
  const resource = named('users')
  const subjectsOf = async (name: string, key: string, level: string): Promise<Subject[]> =>
    (await bulk.events.samples(named(name), [key, level])).map(({ id, createdAt, texts }) => ({
      ...{ id, createdAt: createdAt.getTime(), level: texts[1] ?? '' },
    }))
  const subjects: Subjects = {
    mission: await subjectsOf('missions/templates', 'title', 'difficulty'),
    protocol: await subjectsOf('protocols/templates', 'title', 'targetLevel'),
    mentor: await subjectsOf('mentors', 'name', 'experienceLevel'),
  }
  const wanted =
    events === undefined ? Number.POSITIVE_INFINITY : events - (await bulk.events.count())
  const limit = events === undefined ? users : await bulk.count(resource)
  let added = 0
  for (let first = 0; first < limit && added < wanted; first += PORTION) {
    const size = Math.min(PORTION, limit - first)
    const emails = Array.from({ length: size }, (_, place) => sampleEmail(first + place))
    const found = await bulk.events.newcomers(resource, emails)
    const rows = emails.flatMap((email, place) => {
      const sample = found.get(email)
      if (!sample) return []
      return eventsOf(first + place, sample.id, sample.createdAt, subjects, now.getTime())
    })
    added += await bulk.events.add(rows)
    if (events !== undefined && first % (PORTION * 50) === 0)
      print(`  ${added} of ${wanted} events`)
  }
  return added
}

/**
 * What the sample user with this number did up to `now`, in order. The same number, subjects and moment give the
 * same events, with the same ids.
 */
export function eventsOf(
  index: number,
  userId: string,
  joined: Date,
  subjects: Subjects,
  now: number,
): EventRow[] {
  const random = createRandom(SEED + index * 7727)
  const rows: EventRow[] = []
  const add = (type: EventType, at: number, more: Partial<EventRow> = {}) =>
    rows.push({ id: idAt(at, random), type, userId, at, ...more })
  const doings = {
    'mission-center': createUndertakings('mission', subjects.mission, 1, random),
    'protocol-system': createUndertakings('protocol', subjects.protocol, 0.5, random),
    'mentor-chat': createMentoring(subjects.mentor, random),
  }
  let isFirst = true
  for (const start of visitsOf(index, joined.getTime(), now, random)) {
    const minutes = Math.min(MAX_VISIT_MINUTES, 1 - 12 * Math.log(1 - random.next()))
    const sittings = Math.min(MAX_SITTINGS, Math.floor(minutes / 4) + 1)
    const each = (minutes * MINUTE) / sittings
    const sessionId = idAt(start, random)
    if (isFirst || random.next() < 0.3) add('user_signed_in', start)
    isFirst = false
    add('session_started', start, { sessionId })
    for (let sitting = 0; sitting < sittings; sitting += 1) {
      const at = Math.round(start + each * (sitting + 0.1))
      const done = Math.round(start + each * (sitting + 0.8))
      const feature = random.weigh(FEATURES)
      add('feature_used', at, { feature })
      const doing = Object.hasOwn(doings, feature)
        ? doings[feature as keyof typeof doings](done)
        : undefined
      if (doing) add(doing.type, done, { subjectId: doing.subjectId, amount: doing.amount })
    }
    // An app that is killed does not report the end.
    if (random.next() < 0.96)
      add('session_ended', Math.round(start + minutes * MINUTE), { sessionId })
  }
  return rows.filter(({ at }) => at <= now)
}

/** When somebody opens the app: minutes after joining, then at most once a day until they leave. */
function* visitsOf(
  index: number,
  joined: number,
  until: number,
  random: Random,
): Generator<number> {
  const { eagerness, left } = learnerOf(index, joined)
  if (left === joined) return
  yield joined + Math.round(random.between(1, 9) * MINUTE)
  for (let day = (Math.floor(joined / DAY) + 1) * DAY; day < Math.min(left, until); day += DAY) {
    const interest = SETTLED + (1 - SETTLED) * Math.exp((joined - day) / DAY / SETTLING_DAYS)
    const likely = eagerness * interest * (WEEKDAYS[new Date(day).getUTCDay()] ?? 1)
    const start = day + Math.round((random.weigh(HOURS) + random.next()) * HOUR)
    if (random.next() < likely && start < left) yield start
  }
}

interface Doing {
  type: EventType
  subjectId: string
  amount?: number
}

/** Missions or protocols, one after the other: begun, continued, and completed or given up. */
function createUndertakings(
  kind: 'mission' | 'protocol',
  subjects: readonly Subject[],
  pace: number,
  random: Random,
): (at: number) => Doing | undefined {
  const choose = createChoice(subjects, random)
  let current: { subject: Subject; progress: number } | undefined
  return (at) => {
    if (!current) {
      const subject = choose(at)
      current = subject && { subject, progress: 0 }
      const type = kind === 'mission' ? 'mission_assigned' : 'protocol_enrolled'
      return subject && { type, subjectId: subject.id }
    }
    const { subject } = current
    if (random.next() < GIVES_UP) {
      current = undefined
      return undefined
    }
    const step = pace * (STEPS[subject.level] ?? 0) * random.between(0.6, 1.4)
    const progress = current.progress + Math.max(1, Math.round(step))
    current = progress < 100 ? { subject, progress } : undefined
    return progress < 100
      ? { type: `${kind}_progressed`, subjectId: subject.id, amount: progress }
      : { type: `${kind}_completed`, subjectId: subject.id }
  }
}

/** One mentor after the other, most of them reviewed. */
function createMentoring(
  subjects: readonly Subject[],
  random: Random,
): (at: number) => Doing | undefined {
  const choose = createChoice(subjects, random)
  let current: { id: string; since: number; isReviewed: boolean } | undefined
  return (at) => {
    if (current && !current.isReviewed && at - current.since > BEFORE_REVIEW) {
      current.isReviewed = true
      return { type: 'mentor_reviewed', subjectId: current.id, amount: random.weigh(STARS) }
    }
    if (current && at - current.since < BEFORE_NEXT_MENTOR) return undefined
    const mentor = choose(at)
    if (!mentor) return undefined
    current = { id: mentor.id, since: at, isReviewed: false }
    return { type: 'mentor_assigned', subjectId: mentor.id }
  }
}

/** Returns a function that picks a subject that exists at a moment, each of them once. */
function createChoice(
  subjects: readonly Subject[],
  random: Random,
): (at: number) => Subject | undefined {
  const taken = new Set<Subject>()
  return (at) => {
    const open = subjects.filter((one) => one.createdAt <= at && !taken.has(one))
    if (open.length === 0) return undefined
    const chosen = random.pick(open)
    taken.add(chosen)
    return chosen
  }
}

/** A UUID of version 7: its moment first, the rest from the seed. */
function idAt(at: number, { next }: Random): string {
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`
}
