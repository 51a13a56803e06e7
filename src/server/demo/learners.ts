import type { EventType, SubjectKind } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { columnsOf } from '#server/records/shape.ts'
import { type Bulk, liveSamples, type SampleRow } from './bulk.ts'
import { createRandom, DAY, MINUTE, type Random, readSamplesFile } from './samples.ts'

/*
 * The sample users, and a year of their learning. The same number, day and subjects always give the same user and
 * events.
 */

/** The number of sample users unless more are requested. */
export const DEMO_USERS = 240

/** The number of learners whose events are generated and written at a time, so that millions need little memory. */
const PORTION = 200
const SEED = 20_251_122
const HOUR = 60 * MINUTE
/** The number of days before today in which the users joined. */
const SPAN_DAYS = 456
/** Some of the users who left this long ago are inactive. */
const FORGOTTEN = 45 * DAY
const SEGMENTS = [
  ...['student', 'student', 'student', 'student', 'graduate', 'graduate', 'graduate'],
  ...['early-career', 'early-career', 'career-changer', 'career-changer', 'unspecified'],
]
/** The average days that users stay: some never come, some come a few times, some stay for years. */
const STAYS = [0, 3, 3, 3, ...Array(8).fill(150), ...Array(5).fill(900)] as number[]
/** The relative activity of each weekday, from Sunday. */
const WEEKDAYS = [0.72, 1, 1.2, 1.25, 1.15, 0.85, 0.45]
/** The hours at which users come, one after the other. */
const HOURS = [8, 19, 12, 17, 6, 20, 10, 14, 18, 21, 7, 16, 9, 19, 13, 20, 11, 18, 15, 17, 8, 12]
/** One in this many users comes every day, each an hour later than the one before, so no day is quiet. */
const REGULAR = 15
/** The features of the app, their kinds of subject, and how much each is used. */
const FEATURES: readonly [[feature: string, kind?: SubjectKind], weight: number][] = [
  [['mission-center', 'mission'], 30],
  [['tell-matching'], 22],
  [['protocol-system', 'protocol'], 17],
  [['mentor-chat', 'mentor'], 13],
  [['team-hub'], 9],
  [['transfer-session'], 5],
]
/** The percent of a mission that one visit completes. A protocol takes twice as long. */
const STEPS: Readonly<Record<string, number>> = {
  beginner: 48,
  intermediate: 28,
  advanced: 17,
  expert: 11,
}
const GIVES_UP = 0.07
const STAYS_WITH_MENTOR = 30 * DAY
const STARS = [5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 1]

type Name = readonly [written: string, latin: string]

/** Given and family names of a language area, and its relative frequency. */
interface NamePool {
  weight: number
  given: readonly Name[]
  family: readonly Name[]
}

let pools: readonly (readonly [NamePool, weight: number])[] | undefined

/** Each user has generators of its own, so that a later range does not depend on an earlier one. */
function nameOf(index: number) {
  const random = createRandom(SEED + index * 7919)
  pools ??= readSamplesFile<NamePool>('names').map((pool) => [pool, pool.weight])
  const pool = random.weigh(pools)
  const [firstName, firstLatin] = random.pick(pool.given)
  const [lastName, lastLatin] = random.pick(pool.family)
  const email = `${firstLatin}.${lastLatin}.${index + 1}@example.org`
  return { random, firstName, lastName, email }
}

function learnerOf(index: number, joined: number) {
  const random = createRandom(SEED + 1 + index * 6151)
  const isRegular = index % REGULAR === 0
  const stay = isRegular ? Number.POSITIVE_INFINITY : random.pick(STAYS)
  return {
    isRegular,
    segment: random.pick(SEGMENTS),
    /** When the user stops coming, in milliseconds; may be in the future. */
    left: joined - stay * DAY * Math.log(1 - random.next()),
    /** The probability that a new user comes on an ordinary day. */
    eagerness: 0.08 + 0.9 * random.next() ** 1.2,
  }
}

/**
 * Returns the sample users from `first` up to `until`. More of them joined recently. None has a password, and their
 * last sign-in follows from their events.
 */
export function sampleUsers(first: number, until: number, today: Date): SampleRow[] {
  return Array.from({ length: until - first }, (_, place) => {
    const { random, ...names } = nameOf(first + place)
    const daysAgo = Math.ceil(SPAN_DAYS * (1 - Math.sqrt(random.next())))
    const minutes = Math.floor(random.between(6 * 60, 22 * 60))
    const createdAt = new Date(today.getTime() - Math.max(1, daysAgo) * DAY + minutes * MINUTE)
    const { left, segment } = learnerOf(first + place, createdAt.getTime())
    const isForgotten = left + FORGOTTEN < today.getTime() && random.next() < 0.3
    const role = random.next() < 0.04 ? 'admin' : 'user'
    return { createdAt, data: { ...names, role, isActive: !isForgotten, segment, sample: true } }
  })
}

/** A mission, protocol or mentor of the samples. `level` is a mission's difficulty or a protocol's level. */
interface Subject {
  id: string
  createdAt: Date
  level: string | null
}

/** Each kind in an order that does not depend on ids. */
export type Subjects = Readonly<Record<SubjectKind, readonly Subject[]>>

/**
 * Adds the events up to `now` of the first `users` sample users, or of as many users as `events` requires. Skips users
 * who already have events. Returns the number of added events.
 */
export async function addEvents(
  { rowsOf, run, count }: Bulk,
  named: (name: string) => Resource,
  { now, users, events }: { now: Date; users: number; events?: number | undefined },
  print: (line: string) => void,
): Promise<number> {
  const subjectsOf = (name: string, order: string, level: string) =>
    rowsOf<Subject>(
      `select id, created_at as "createdAt", data ->> $2 as level from ${liveSamples(named(name))}
       and data @> '{"isActive": true}' order by data ->> $1 collate "C"`,
      [order, level],
    )
  const subjects: Subjects = {
    mission: await subjectsOf('missions/templates', 'title', 'difficulty'),
    protocol: await subjectsOf('protocols/templates', 'title', 'targetLevel'),
    mentor: await subjectsOf('mentors', 'name', 'experienceLevel'),
  }
  const from = liveSamples(named('users'))
  const email = columnsOf(named('users')).unique('email')
  const wanted = events === undefined ? Number.POSITIVE_INFINITY : events - (await count('events'))
  const limit = events === undefined ? users : await count(from)
  let added = 0
  for (let first = 0; first < limit && added < wanted; first += PORTION) {
    const emails = Array.from(
      { length: Math.min(PORTION, limit - first) },
      (_, place) => nameOf(first + place).email,
    )
    const quiet = await rowsOf<{ id: string; createdAt: Date; email: string }>(
      `select id, created_at as "createdAt", data ->> 'email' as email from ${from}
         and ${email} = any($1::text[])
         and not exists (select 1 from user_days d where d.user_id = t.id)`,
      [emails],
    )
    const rows = quiet.flatMap((user) =>
      eventsOf(
        first + emails.indexOf(user.email),
        user.id,
        user.createdAt,
        subjects,
        now.getTime(),
      ),
    )
    added += await run(
      `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
       select id, type, "userId", to_timestamp(at / 1000.0), "subjectId", "sessionId", feature, amount
       from json_to_recordset($1) as n(id uuid, type text, "userId" uuid, at bigint, "subjectId" uuid,
         "sessionId" uuid, feature text, amount smallint)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    )
    if (events !== undefined && first % (PORTION * 50) === 0)
      print(`  ${added} of ${wanted} events`)
  }
  return added
}

/** A row of `events`; `at` in milliseconds. */
interface EventRow {
  id: string
  type: EventType
  userId: string
  at: number
  subjectId?: string
  sessionId?: string
  feature?: string
  amount?: number
}

/** Returns the events up to `now` of the sample user with this number, in order. */
export function eventsOf(
  index: number,
  userId: string,
  joined: Date,
  subjects: Subjects,
  now: number,
): EventRow[] {
  const random = createRandom(SEED + 2 + index * 7727)
  const rows: EventRow[] = []
  const add = (type: EventType, at: number, more: Partial<EventRow> = {}) =>
    rows.push({ id: idAt(at, random), type, userId, at, ...more })
  const taken = new Set<Subject>()
  const current = new Map<SubjectKind, { subject: Subject; since: number; progress: number }>()

  /**
   * Adds the events of the user with a kind of subject. Missions and protocols follow one after the other: each is
   * started, continued, and completed or abandoned. A mentor is reviewed after a month, and the next one follows.
   */
  const learn = (kind: SubjectKind, at: number) => {
    const course = current.get(kind)
    if (!course) {
      const open = subjects[kind].filter((one) => one.createdAt.getTime() <= at && !taken.has(one))
      if (open.length === 0) return
      const subject = random.pick(open)
      taken.add(subject)
      current.set(kind, { subject, since: at, progress: 0 })
      const type = kind === 'protocol' ? 'protocol_enrolled' : (`${kind}_assigned` as const)
      add(type, at, { subjectId: subject.id })
      return
    }
    const { id: subjectId, level } = course.subject
    if (kind === 'mentor') {
      if (at - course.since < STAYS_WITH_MENTOR) return
      current.delete(kind)
      add('mentor_reviewed', at, { subjectId, amount: random.pick(STARS) })
      return
    }
    const step = (STEPS[level ?? ''] ?? 0) * random.between(0.6, 1.4)
    course.progress += Math.max(1, Math.round(kind === 'protocol' ? step / 2 : step))
    const givesUp = random.next() < GIVES_UP
    if (givesUp || course.progress >= 100) current.delete(kind)
    if (givesUp) return
    if (course.progress >= 100) add(`${kind}_completed`, at, { subjectId })
    else add(`${kind}_progressed`, at, { subjectId, amount: course.progress })
  }

  for (const start of visitsOf(index, joined.getTime(), now, random)) {
    const minutes = Math.min(110, 1 - 12 * Math.log(1 - random.next()))
    const sittings = Math.min(5, Math.floor(minutes / 4) + 1)
    const length = (minutes * MINUTE) / sittings
    const session = { sessionId: idAt(start, random) }
    if (rows.length === 0 || random.next() < 0.3) add('user_signed_in', start)
    add('session_started', start, session)
    for (let sitting = 0; sitting < sittings; sitting += 1) {
      const [feature, kind] = random.weigh(FEATURES)
      add('feature_used', Math.round(start + length * (sitting + 0.1)), { feature })
      if (kind) learn(kind, Math.round(start + length * (sitting + 0.8)))
    }
    // An app that is killed does not report the end.
    if (random.next() < 0.96) add('session_ended', Math.round(start + minutes * MINUTE), session)
  }
  return rows.filter(({ at }) => at <= now)
}

/** Returns when a user opens the app: minutes after joining, then at most once a day until they leave. */
function* visitsOf(index: number, joined: number, until: number, random: Random) {
  const { eagerness, isRegular, left } = learnerOf(index, joined)
  if (left === joined) return
  yield joined + Math.round(random.between(1, 9) * MINUTE)
  for (let day = Math.floor(joined / DAY) + 1; day * DAY < Math.min(left, until); day += 1) {
    const midnight = day * DAY
    // Interest falls within two months.
    const interest = 0.45 + 0.55 * Math.exp((joined - midnight) / DAY / 60)
    const likely = eagerness * interest * (WEEKDAYS[new Date(midnight).getUTCDay()] ?? 1)
    const hour = isRegular
      ? 6 + ((index / REGULAR + day) % 16)
      : (HOURS[(index + day) % HOURS.length] ?? 0)
    const start = midnight + Math.round((hour + random.next()) * HOUR)
    if ((random.next() < likely || isRegular) && start < left) yield start
  }
}

/** Returns a UUID of version 7 with the time first and the rest from the generator. */
function idAt(at: number, { next }: Random): string {
  const time = at.toString(16).padStart(12, '0')
  const rest = Array.from({ length: 18 }, () => Math.floor(next() * 16).toString(16)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6)}`
}
