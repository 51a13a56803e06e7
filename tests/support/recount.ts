import { SESSION_RANGES } from '#contract/charts.ts'
import { type Day, dayIn } from '#contract/days.ts'
import type { Connection } from '#server/db/pool.ts'
import {
  assignmentsOf,
  type RawAssignment,
  type RawEvent,
  readEvents,
  rowsOf,
  sessionsOf,
} from './raw-rows.ts'

interface UserRow {
  id: string
  created_at: Date
  deleted_at: Date | null
  segment: string | null
}

type Line = (string | number | null)[]
/** Each derived table as sorted lines. */
export type Tables = Record<string, string[]>

/** What the derived tables hold, with the columns in the order that `recount` gives them. */
const COLUMNS = {
  user_days: 'user_id, day, prev_day',
  day_pairs: 'day, prev_day, n',
  app_sessions: 'id, user_id, started_at, ended_at',
  assignments: 'subject_id, user_id, kind, assigned_at, progress, completed_at',
  assignment_days: 'subject_id, kind, assigned_day, completed_day, n',
  assignment_months: 'subject_id, kind, assigned_month, completed_month, n',
  assignment_pairs: 'kind, assigned_day, completed_day, n',
  reviews: 'mentor_id, user_id, rating, at, event_id',
  mentor_ratings: 'mentor_id, n, stars',
  daily: 'metric, day, dim, n, amount',
}

/** With what writes of users appended and nobody has added yet; an older release appends nothing. */
const DAILY = `(select metric, day, dim, sum(n) as n, sum(amount) as amount from (
    select * from daily union all select metric, day, dim, n, 0 from daily_changes) as all_of_it
  group by metric, day, dim having sum(n) <> 0 or sum(amount) <> 0) as daily`

/** Reads every derived table. */
export async function derived(connection: Connection): Promise<Tables> {
  const tables: Tables = {}
  const [appends] = await rowsOf<{ is: boolean }>(
    connection,
    "select to_regclass('daily_changes') is not null as is",
  )
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const texts = columns.split(', ').map((name) => `${name}::text`)
    const rows = await rowsOf<{ line: string[] }>(
      connection,
      `select array[${texts.join(', ')}] as line from ${table === 'daily' && appends?.is ? DAILY : table}`,
    )
    tables[table] = sorted(rows.map(({ line }) => line))
  }
  return tables
}

/** Works out the same tables from the raw rows, one event after the other, without SQL. */
export async function recount(connection: Connection, zone: string): Promise<Tables> {
  const events = await readEvents(connection)
  const users = await rowsOf<UserRow>(
    connection,
    "select id, created_at, deleted_at, data ->> 'segment' as segment from rec_users",
  )
  const day = (at: Date) => dayIn(zone, at)
  const daily = new Sums()
  for (const { type, feature, at } of events)
    if (type === 'feature_used') daily.add(['feature', day(at), feature], 1)
  for (const { created_at, deleted_at, segment } of users) {
    daily.add(['created', day(created_at), ''], 1)
    if (deleted_at) daily.add(['deleted', day(deleted_at), ''], 1)
    else daily.add(['living', day(created_at), segment ?? 'unspecified'], 1)
  }
  const sessions = sessionsOf(events)
  for (const { start, end } of sessions) {
    if (!(start && end) || end < start) continue
    const seconds = Math.floor((end.getTime() - start.getTime()) / 1000)
    const range = SESSION_RANGES.find(({ below }) => below === undefined || seconds < below)
    daily.add(['session', day(start), range?.label ?? ''], 1, seconds)
  }
  countRises(events, day, daily)
  const assignments = assignmentsOf(events)
  for (const { kind, assigned } of assignments) daily.add(['assigned', day(assigned), kind], 1)
  return {
    ...countDays(events, day),
    app_sessions: sorted(
      sessions.map(({ id, user, start, end }) => [id, user, stamp(start), stamp(end)]),
    ),
    ...countAssignments(assignments, day),
    ...countReviews(events),
    daily: daily.lines(true),
  }
}

/** Sums by key; the amount stands beside the number where it is asked for. */
class Sums {
  readonly #all = new Map<string, { key: Line; n: number; amount: number }>()

  add(key: Line, n: number, amount = 0): void {
    const sum = this.#all.get(key.join('|')) ?? { key, n: 0, amount: 0 }
    this.#all.set(key.join('|'), { key, n: sum.n + n, amount: sum.amount + amount })
  }

  lines(withAmount = false): string[] {
    return sorted(
      [...this.#all.values()].map(({ key, n, amount }) =>
        withAmount ? [...key, n, amount] : [...key, n],
      ),
    )
  }
}

function countDays(events: RawEvent[], day: (at: Date) => Day): Tables {
  const days = new Map<string, Set<Day>>()
  for (const { user_id, at } of events)
    days.set(user_id, (days.get(user_id) ?? new Set()).add(day(at)))
  const userDays: Line[] = []
  const pairs = new Sums()
  for (const [user, active] of days) {
    let before = '0001-01-01'
    for (const one of [...active].sort()) {
      userDays.push([user, one, before])
      pairs.add([one, before], 1)
      before = one
    }
  }
  return { user_days: sorted(userDays), day_pairs: pairs.lines() }
}

function countAssignments(assignments: readonly RawAssignment[], day: (at: Date) => Day): Tables {
  const days = new Sums()
  const months = new Sums()
  const pairs = new Sums()
  const monthOf = (one: Day) => (one === 'infinity' ? one : `${one.slice(0, 7)}-01`)
  for (const { subject, kind, assigned, completed } of assignments) {
    const from = day(assigned)
    const until = completed ? day(completed) : 'infinity'
    days.add([subject, kind, from, until], 1)
    months.add([subject, kind, monthOf(from), monthOf(until)], 1)
    pairs.add([kind, from, until], 1)
  }
  return {
    assignments: sorted(
      assignments.map(({ subject, user, kind, assigned, progress, completed }) => [
        subject,
        user,
        kind,
        stamp(assigned),
        progress,
        stamp(completed),
      ]),
    ),
    assignment_days: days.lines(),
    assignment_months: months.lines(),
    assignment_pairs: pairs.lines(),
  }
}

/** Percent points by which enrolments rose, on the day of the report that raised them. */
function countRises(events: RawEvent[], day: (at: Date) => Day, daily: Sums): void {
  const height = new Map<string, number>()
  const risen = new Set<string>()
  for (const { type, subject_id, user_id, at, amount } of events) {
    if (type !== 'protocol_progressed' && type !== 'protocol_completed') continue
    const key = subject_id + user_id
    const before = height.get(key) ?? 0
    const now = type === 'protocol_completed' ? 100 : amount
    if (now <= before) continue
    height.set(key, now)
    const isFirst = !risen.has(key + day(at))
    risen.add(key + day(at))
    daily.add(['progress', day(at), ''], isFirst ? 1 : 0, now - before)
  }
}

function countReviews(events: RawEvent[]): Tables {
  const latest = new Map<string, RawEvent>()
  for (const event of events)
    if (event.type === 'mentor_reviewed') latest.set(event.subject_id + event.user_id, event)
  const ratings = new Map<string, { n: number; stars: number }>()
  for (const { subject_id, amount } of latest.values()) {
    const { n, stars } = ratings.get(subject_id) ?? { n: 0, stars: 0 }
    ratings.set(subject_id, { n: n + 1, stars: stars + amount })
  }
  return {
    reviews: sorted(
      [...latest.values()].map(({ subject_id, user_id, amount, at, id }) => [
        subject_id,
        user_id,
        amount,
        stamp(at),
        id,
      ]),
    ),
    mentor_ratings: sorted([...ratings].map(([mentor, { n, stars }]) => [mentor, n, stars])),
  }
}

/** As PostgreSQL writes an instant in a session that is in UTC. */
function stamp(at: Date | undefined): string | null {
  if (!at) return null
  const [day, time = ''] = at.toISOString().slice(0, -1).split('T')
  return `${day} ${time.replace(/\.000$/, '').replace(/(\.\d+?)0+$/, '$1')}+00`
}

function sorted(lines: Line[]): string[] {
  return lines.map((line) => line.map((value) => value ?? '-').join(' ')).sort()
}
