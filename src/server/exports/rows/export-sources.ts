import type { DayRange } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { raw, type Sql, sql } from '#server/db/sql.ts'
import { lastLoginOf, usersTable } from '#server/events/registry.ts'
import { tableName } from '#server/records/shape.ts'
import type { Column, Row } from '../export-table.ts'

export const ROW_TYPES = ['users', 'assignments', 'events'] as const
export type RowType = (typeof ROW_TYPES)[number]

/** A table of the database that is exported as it is. */
export interface Source {
  title: string
  /** What rows there are, in words. */
  contents: string
  columns: readonly Column[]
  /** All rows in the order of an index, with the columns above in their order unless `shape` makes them. */
  select: Sql
  count: Sql
  /** Makes the rows of what the database wrote of a page. */
  shape?(page: readonly Texts[]): Promise<readonly Row[]>
}

/** A row as the database writes it. */
export type Texts = (string | null)[]

/** Where the title of what an event or an assignment is about stands. */
const SUBJECTS: readonly { resource: string; title: string }[] = [
  { resource: 'missions/templates', title: 'title' },
  { resource: 'protocols/templates', title: 'title' },
  { resource: 'mentors', title: 'name' },
]

/** The rows that may be exported. Each names its columns, so that nothing slips out by itself. */
export function createSources(registry: readonly Resource[], zone: () => string) {
  const subjects = SUBJECTS.flatMap(({ resource, title }) => {
    const found = registry.find(({ name }) => name === resource)
    return found ? [`select id, data ->> ${quote(title)} as title from ${tableName(found)}`] : []
  })
  // The empty one keeps the statement whole for a registry that has none of them.
  const titles = [`select null::uuid as id, null as title where false`, ...subjects].join(
    ' union all ',
  )
  const users = usersTable(registry)
  const lastLogin = lastLoginOf(registry, 'u')

  return (type: RowType, range: DayRange): Source => {
    const within = (column: string) => between(column, range, zone())
    switch (type) {
      case 'users':
        return usersSource(users, lastLogin, within('u.created_at'))
      case 'assignments':
        return assignmentsSource(users, titles, within('a.assigned_at'))
      case 'events':
        return eventsSource(titles, within('e.at'))
    }
  }
}

/** A source without the columns that show these keys of users. The order of its rows stays. */
export function without(source: Source, hidden: readonly string[]): Source {
  const isLeft = (column: Column) => !(SHOWS[column.key] ?? [column.key]).some(isIn(hidden))
  const columns = source.columns.filter(isLeft)
  if (columns.length === source.columns.length) return source
  const all = source.columns.map(({ key }) => `"${key}"`).join(', ')
  const left = columns.map(({ key }) => `"${key}"`).join(', ')
  return {
    ...source,
    columns,
    select: sql`select ${raw(left)} from (${source.select}) as s(${raw(all)})`,
  }
}

const isIn = (keys: readonly string[]) => (key: string) => keys.includes(key)

/** Columns that are called otherwise than the keys of users they show. */
const SHOWS: Readonly<Record<string, readonly string[]>> = {
  status: ['isActive'],
  user: ['firstName', 'lastName'],
}

function usersSource(users: string, lastLogin: string, within: string): Source {
  const from = `from ${users} u where u.deleted_at is null and ${within}`
  return {
    title: 'Users',
    contents: 'Users that exist now and were created in the range.',
    columns: [
      text('id', 'ID'),
      text('firstName', 'First Name'),
      text('lastName', 'Last Name'),
      text('email', 'Email'),
      text('role', 'Role'),
      text('status', 'Status'),
      text('segment', 'Segment'),
      moment('createdAt', 'Created'),
      moment('lastLogin', 'Last Login'),
    ],
    select: raw(`select u.id, u.data ->> 'firstName', u.data ->> 'lastName', u.data ->> 'email',
        u.data ->> 'role', case u.data ->> 'isActive' when 'true' then 'active' else 'inactive' end,
        u.data ->> 'segment', u.created_at, ${lastLogin}
      ${from} order by u.created_at, u.id`),
    count: raw(`select count(*) ${from}`),
  }
}

function assignmentsSource(users: string, titles: string, within: string): Source {
  return {
    title: 'Assignments',
    contents:
      'Missions, protocols and mentors assigned to users in the range, with the progress of now. Deleted users have no name.',
    columns: [
      text('kind', 'Kind'),
      text('subjectId', 'Subject ID'),
      text('subject', 'Subject'),
      text('userId', 'User ID'),
      text('user', 'User'),
      moment('assignedAt', 'Assigned'),
      { key: 'progress', label: 'Progress', kind: 'percent' },
      moment('completedAt', 'Completed'),
    ],
    // A name by its key for each row: a join would have all users sorted into a table beforehand.
    select: raw(`select a.kind, a.subject_id, s.title, a.user_id,
        (select concat_ws(' ', u.data ->> 'firstName', u.data ->> 'lastName')
         from ${users} u where u.id = a.user_id and u.deleted_at is null),
        a.assigned_at, a.progress, a.completed_at
      from assignments a left join (${titles}) s on s.id = a.subject_id
      where ${within} order by a.assigned_at, a.subject_id, a.user_id`),
    count: raw(`select count(*) from assignments a where ${within}`),
  }
}

function eventsSource(titles: string, within: string): Source {
  return {
    title: 'Events',
    contents:
      'Events that the app sent, by their own time. Amount is the progress in percent, or the stars of a review.',
    columns: [
      text('id', 'ID'),
      text('eventType', 'Event'),
      text('userId', 'User ID'),
      moment('timestamp', 'Time'),
      text('subjectId', 'Subject ID'),
      text('subject', 'Subject'),
      text('feature', 'Feature'),
      { key: 'amount', label: 'Amount', kind: 'number' },
      text('sessionId', 'Session ID'),
    ],
    select:
      raw(`select e.id, e.type, e.user_id, e.at, e.subject_id, s.title, e.feature, e.amount, e.session_id
      from events e left join (${titles}) s on s.id = e.subject_id
      where ${within} order by e.at, e.id`),
    count: raw(`select count(*) from events e where ${within}`),
  }
}

/** A cursor takes no parameters; both ends are instants that we made ourselves. */
function between(column: string, { start, end }: DayRange, zone: string): string {
  const from = startOfDay(start, zone)?.toISOString() ?? ''
  const until = startOfDay(end, zone, 1)?.toISOString() ?? ''
  return `${column} >= ${quote(from)} and ${column} < ${quote(until)}`
}

const text = (key: string, label: string): Column => ({ key, label, kind: 'text' })
const moment = (key: string, label: string): Column => ({ key, label, kind: 'moment' })
