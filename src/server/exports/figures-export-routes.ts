import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { EXPORT_PATH, EXPORT_TYPES, exportName } from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'
import { SUBJECTS } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { rangeParameters, readRange } from '#server/analytics/figure-routes.ts'
import { lastLogins, usersTable } from '#server/analytics/user-counts.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote, textIn } from '#server/db/json-sql.ts'
import { raw } from '#server/db/sql.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { createQuery } from '#server/http/query.ts'
import { demandReading, type Need } from '#server/records/access.ts'
import { tableName } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'
import { chartsFile } from './charts-file.ts'
import { type Column, createRowReading, rowFile, type Source } from './export-file.ts'
import { recordsExportRoute } from './records-export-routes.ts'

const EXPORT: Need = { action: 'export', on: 'analytics' }

const { querystring, read } = createQuery({
  dataType: z
    .enum(EXPORT_TYPES, { error: 'Invalid analytics tab' })
    .describe(
      'A tab, all tabs, or the rows themselves: users created, assignments made, events that happened in the range',
    ),
  format: FORMAT,
  ...rangeParameters,
})
const schema = {
  tags: ['Analytics'],
  operationId: 'exportAnalytics',
  summary: 'Export figures or rows as a file',
  description: `Charts as CSV are one table with a line for each number: tab, chart, by (what the key is), key, metric, unit, value; an empty value is none. As JSON they are the payloads with their definitions, as a workbook a sheet for each chart and one about them. Rows have a column for each property. ${INERT}`,
  querystring,
  response: { 200: FILE },
}

/** Files to take away (ANA-03, API-06). Returns what other routes with files need. */
export function exportRoutes(app: FastifyInstance, context: Context) {
  const { insight, registry, store, access } = context
  const { figures, zone } = insight
  const reading = createRowReading(store)
  const sourceOf = createSources(registry, zone)
  app.addHook('onClose', () => reading.close())
  const send = createFileAnswer(context)
  for (const resource of registry)
    if (!resource.hasOwnPage) recordsExportRoute(app, context, resource, reading, send)

  // Without HEAD: it would cost as much as the file.
  app.get(
    EXPORT_PATH,
    { schema, config: { access: EXPORT }, exposeHeadRoute: false },
    async (request, reply) => {
      const { dataType: type, format, ...days } = read(request.query)
      const role = roleOf(ownerOf(request))
      demandReading(access, role, TELLS_OF[type])
      const range = readRange(days, insight.today())
      const generatedAt = new Date().toISOString()
      const about = { dataType: type, range, timeZone: zone(), generatedAt }
      const hidden = access.limitsOf(role, 'users')?.hidden
      const file =
        type === 'users' || type === 'assignments' || type === 'events'
          ? await rowFile(reading, sourceOf(type, range, hidden), about, format)
          : await chartsFile(figures, type, about, format)
      return send(request, reply, { ...file, format, name: exportName(type, range, format) })
    },
  )
  return { reading, send }
}

/** A column with the SQL of its values. */
export interface SqlColumn extends Column {
  sql: string
  /** Names the keys of users that its values reveal. */
  tells: readonly string[]
}

/** A table of the database to export. */
export interface RowTable extends Pick<Source, 'title' | 'contents'> {
  columns: readonly SqlColumn[]
  from: string
  /** Joins of `from` that change no count. */
  join?: string
  where: string
  order: string
}

/** Makes a source without the columns that reveal other keys of users than `readable`. */
export function sourceOf(
  { title, contents, columns: all, from, join = '', where, order }: RowTable,
  readable: readonly string[],
): Source {
  const columns = all.filter(({ tells }) => tells.every((key) => readable.includes(key)))
  const named = columns.map(({ key, sql }) => `${sql} as "${key}"`).join(', ')
  return {
    ...{ title, contents, columns },
    select: raw(`select ${named} from ${from} ${join} where ${where} order by ${order}`),
    count: raw(`select count(*) from ${from} where ${where}`),
  }
}

/** Makes sources of rows without columns that reveal hidden or unknown keys of users. */
export function createSources(registry: readonly Resource[], zone: () => string) {
  const subjects = registry.filter(({ name }) => Object.values<string>(SUBJECTS).includes(name))
  const titles = [
    // Keeps the statement whole for a registry that has no subjects.
    'select null::uuid as id, null as title where false',
    ...subjects.map(
      (one) =>
        `select id, ${textIn('data', one.recordName[0] ?? '')} as title from ${tableName(one)}`,
    ),
  ].join(' union all ')
  const users = usersTable(registry)
  const { table, column } = lastLogins(registry)
  const lastLogin = `(select k.${column} from ${table} k where k.id = u.id)`
  const keys = Object.keys(registry.find(({ name }) => name === 'users')?.row.shape ?? {})

  const tables = {
    users: {
      title: 'Users',
      contents: 'Users that exist now and were created in the range.',
      columns: [
        text('id', 'ID', 'u.id', ['_id']),
        ofUser('firstName', 'First Name'),
        ofUser('lastName', 'Last Name'),
        ofUser('email', 'Email'),
        ofUser('role', 'Role'),
        text('status', 'Status', ACTIVE, ['isActive']),
        ofUser('segment', 'Segment'),
        moment('createdAt', 'Created', 'u.created_at', ['createdAt']),
        moment('lastLogin', 'Last Login', lastLogin, ['lastLogin']),
      ],
      from: `${users} u`,
      at: 'u.created_at',
      order: 'u.created_at, u.id',
    },
    assignments: {
      title: 'Assignments',
      contents:
        'Missions, protocols and mentors assigned to users in the range, with the progress of now. Deleted users have no name.',
      columns: [
        text('kind', 'Kind', 'a.kind'),
        text('subjectId', 'Subject ID', 'a.subject_id'),
        text('subject', 'Subject', 's.title'),
        text('userId', 'User ID', 'a.user_id', ['_id']),
        // A name by its key for each row: a join would have all users sorted into a table beforehand.
        text(
          'user',
          'User',
          `(select concat_ws(' ', u.data ->> 'firstName', u.data ->> 'lastName')
            from ${users} u where u.id = a.user_id and u.deleted_at is null)`,
          ['firstName', 'lastName'],
        ),
        moment('assignedAt', 'Assigned', 'a.assigned_at'),
        { ...text('progress', 'Progress', 'a.progress'), kind: 'percent' },
        moment('completedAt', 'Completed', 'a.completed_at'),
      ],
      from: 'assignments a',
      join: `left join (${titles}) s on s.id = a.subject_id`,
      at: 'a.assigned_at',
      order: 'a.assigned_at, a.subject_id, a.user_id',
    },
    events: {
      title: 'Events',
      contents:
        'Events that the app sent, by their own time. Amount is the progress in percent, or the stars of a review.',
      columns: [
        text('id', 'ID', 'e.id'),
        text('eventType', 'Event', 'e.type'),
        text('userId', 'User ID', 'e.user_id', ['_id']),
        moment('timestamp', 'Time', 'e.at'),
        text('subjectId', 'Subject ID', 'e.subject_id'),
        text('subject', 'Subject', 's.title'),
        text('feature', 'Feature', 'e.feature'),
        { ...text('amount', 'Amount', 'e.amount'), kind: 'number' },
        text('sessionId', 'Session ID', 'e.session_id'),
      ],
      from: 'events e',
      join: `left join (${titles}) s on s.id = e.subject_id`,
      at: 'e.at',
      order: 'e.at, e.id',
    },
  } satisfies Record<string, Omit<RowTable, 'where'> & { at: string }>

  return (type: keyof typeof tables, range: DayRange, hidden: readonly string[] = []): Source => {
    const { at, ...table } = tables[type]
    const live = type === 'users' ? 'u.deleted_at is null and ' : ''
    const readable = keys.filter((key) => !hidden.includes(key))
    return sourceOf({ ...table, where: live + between(at, range, zone()) }, readable)
  }
}

const ACTIVE = `case u.data ->> 'isActive' when 'true' then 'active' else 'inactive' end`

/** A cursor takes no parameters; both ends are instants that we made ourselves. */
function between(column: string, { start, end }: DayRange, zone: string): string {
  const from = startOfDay(start, zone)?.toISOString() ?? ''
  const until = startOfDay(end, zone, 1)?.toISOString() ?? ''
  return `${column} >= ${quote(from)} and ${column} < ${quote(until)}`
}

function text(key: string, label: string, sql: string, tells: readonly string[] = []): SqlColumn {
  return { key, label, kind: 'text', sql, tells }
}

/** The database writes the ISO time: a connection of exports is in UTC. */
function moment(key: string, label: string, sql: string, tells: readonly string[] = []): SqlColumn {
  const iso = `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return { key, label, kind: 'moment', sql: iso, tells }
}

function ofUser(key: string, label: string): SqlColumn {
  return text(key, label, `u.data ->> ${quote(key)}`, [key])
}
