import type { Connection } from '#server/db/pool.ts'
import { assignmentsOf, type RawEvent, readEvents, rowsOf, sessionsOf } from './raw-rows.ts'

/* The facts that brute-figures.ts counts: found anew in the raw rows by the words of EVENT_FACTS. */

export interface RawRecord {
  id: string
  created_at: Date
  deleted_at: Date | null
  data: Record<string, unknown>
}

export interface Raw {
  events: RawEvent[]
  users: RawRecord[]
  missions: RawRecord[]
  protocols: RawRecord[]
  mentors: RawRecord[]
}

export async function readRaw(connection: Connection): Promise<Raw> {
  const all = (table: string) => rowsOf<RawRecord>(connection, `select * from ${table}`)
  return {
    events: await readEvents(connection),
    users: await all('rec_users'),
    missions: await all('rec_missions'),
    protocols: await all('rec_protocols'),
    mentors: await all('rec_mentors'),
  }
}

export interface Assignment {
  subject: string
  day: string
  done: string | undefined
  /** Progress reports: day and percent. */
  reports: [day: string, percent: number][]
}

export const within = (day: string, start: string, end: string) => day >= start && day <= end

export function plusDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

export function daysBetween(start: string, end: string): string[] {
  const days: string[] = []
  for (let day = start; day <= end; day = plusDays(day, 1)) days.push(day)
  return days
}

/**
 * What happened on which day of a time zone. With `until`, as it was at that moment; but of sessions that began
 * on days before it, all is known.
 */
export function bruteFacts(raw: Raw, zone: string, until?: Date) {
  const isPast = (at: Date) => until === undefined || at < until
  // Swedish writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  const dayOf = (at: Date) => format.format(at)

  const events = raw.events
    .filter(({ at }) => isPast(at))
    .map((event) => ({ ...event, day: dayOf(event.at) }))
  const users = raw.users
    .filter(({ created_at }) => isPast(created_at))
    .map((user) => ({
      ...user,
      created: dayOf(user.created_at),
      deleted: user.deleted_at && isPast(user.deleted_at) ? dayOf(user.deleted_at) : undefined,
    }))
  const activeOn = new Map<string, Set<string>>()
  for (const { day, user_id } of events)
    activeOn.set(day, (activeOn.get(day) ?? new Set()).add(user_id))
  const people = (start: string, end: string) =>
    new Set(daysBetween(start, end).flatMap((day) => [...(activeOn.get(day) ?? [])]))
  const existing = (day: string) =>
    users.filter(({ created, deleted }) => created <= day && !(deleted && deleted <= day)).length
  const createdIn = (start: string, end: string) =>
    users.filter(({ created }) => within(created, start, end)).length

  const pairs = assignmentsOf(events)
  const assignments = (kind: string): Assignment[] =>
    pairs
      .filter((one) => one.kind === kind)
      .map(({ subject, assigned, completed, reports }) => ({
        subject,
        day: dayOf(assigned),
        done: completed && dayOf(completed),
        reports: reports.map(({ at, percent }) => [dayOf(at), percent]),
      }))
  const all = {
    mission: assignments('mission'),
    protocol: assignments('protocol'),
    mentor: assignments('mentor'),
  }
  const counts = (list: readonly Assignment[], start: string, end: string) => {
    const assigned = list.filter(({ day }) => within(day, start, end))
    const completed = assigned.filter(({ done }) => done !== undefined && done <= end)
    return { assigned: assigned.length, completed: completed.length }
  }
  const sessionsIn = (list: readonly RawEvent[]) =>
    sessionsOf(list).flatMap(({ start, end }) =>
      start && end && end >= start
        ? [{ day: dayOf(start), seconds: (end.getTime() - start.getTime()) / 1000 }]
        : [],
    )
  const last = until && dayOf(until)
  const sessions = [
    ...sessionsIn(raw.events).filter(({ day }) => last === undefined || day < last),
    ...sessionsIn(events).filter(({ day }) => day === last),
  ]

  return { events, users, people, existing, createdIn, all, counts, sessions }
}
