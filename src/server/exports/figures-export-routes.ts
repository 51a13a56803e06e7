import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import { EXPORT_PATH, EXPORT_TYPES, type ExportType, exportName } from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { rangeParameters, readRange } from '#server/analytics/day-range.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { raw } from '#server/db/sql.ts'
import { lastLoginOf, usersTable } from '#server/events/user-counts.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { createQuery } from '#server/http/query.ts'
import { demandReading, type Need } from '#server/records/access.ts'
import { tableName } from '#server/records/shape.ts'
import { securityExportRoute } from '#server/security-log/security-log-routes.ts'
import type { Context } from '#server/services.ts'
import { chartsFile } from './charts-file.ts'
import { createRowReading, rowFile, type Source } from './export-cursor.ts'
import type { Column } from './export-file.ts'
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

/** Files to take away (ANA-03, API-06). */
export function exportRoutes(app: FastifyInstance, context: Context): void {
  const { insight, registry, store, access } = context
  const { figures, zone } = insight
  const reading = createRowReading(store)
  const sourceOf = createSources(registry, zone)
  app.addHook('onClose', () => reading.close())
  const send = createFileAnswer(context)
  for (const resource of registry)
    if (!resource.hasOwnPage) recordsExportRoute(app, context, resource, reading, send)
  securityExportRoute(app, context, reading, send)

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
      const file = isRowType(type)
        ? await rowFile(reading, sourceOf(type, range, hidden), about, format)
        : await chartsFile(figures, type, about, format)
      return send(request, reply, { ...file, format, name: exportName(type, range, format) })
    },
  )
}

function isRowType(type: ExportType): type is RowType {
  return ROW_TYPES.some((one) => one === type)
}

export const ROW_TYPES = ['users', 'assignments', 'events'] as const
export type RowType = (typeof ROW_TYPES)[number]

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

/** The resources of subjects, with the keys of their titles. */
const SUBJECTS: readonly { resource: string; title: string }[] = [
  { resource: 'missions/templates', title: 'title' },
  { resource: 'protocols/templates', title: 'title' },
  { resource: 'mentors', title: 'name' },
]

/** Makes sources of rows without columns that reveal hidden or unknown keys of users. */
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
  const keys = Object.keys(registry.find(({ name }) => name === 'users')?.row.shape ?? {})

  const tables: Readonly<Record<RowType, Omit<RowTable, 'where'> & { at: string }>> = {
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
        moment('lastLogin', 'Last Login', lastLoginOf(registry, 'u'), ['lastLogin']),
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
        text('kind', 'Kind', 'a.kind', []),
        text('subjectId', 'Subject ID', 'a.subject_id', []),
        text('subject', 'Subject', 's.title', []),
        text('userId', 'User ID', 'a.user_id', ['_id']),
        // A name by its key for each row: a join would have all users sorted into a table beforehand.
        text(
          'user',
          'User',
          `(select concat_ws(' ', u.data ->> 'firstName', u.data ->> 'lastName')
            from ${users} u where u.id = a.user_id and u.deleted_at is null)`,
          ['firstName', 'lastName'],
        ),
        moment('assignedAt', 'Assigned', 'a.assigned_at', []),
        { key: 'progress', label: 'Progress', kind: 'percent', sql: 'a.progress', tells: [] },
        moment('completedAt', 'Completed', 'a.completed_at', []),
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
        text('id', 'ID', 'e.id', []),
        text('eventType', 'Event', 'e.type', []),
        text('userId', 'User ID', 'e.user_id', ['_id']),
        moment('timestamp', 'Time', 'e.at', []),
        text('subjectId', 'Subject ID', 'e.subject_id', []),
        text('subject', 'Subject', 's.title', []),
        text('feature', 'Feature', 'e.feature', []),
        { key: 'amount', label: 'Amount', kind: 'number', sql: 'e.amount', tells: [] },
        text('sessionId', 'Session ID', 'e.session_id', []),
      ],
      from: 'events e',
      join: `left join (${titles}) s on s.id = e.subject_id`,
      at: 'e.at',
      order: 'e.at, e.id',
    },
  }

  return (type: RowType, range: DayRange, hidden: readonly string[] = []): Source => {
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

function text(key: string, label: string, sql: string, tells: SqlColumn['tells']): SqlColumn {
  return { key, label, kind: 'text', sql, tells }
}

function moment(key: string, label: string, sql: string, tells: SqlColumn['tells']): SqlColumn {
  return { key, label, kind: 'moment', sql, tells }
}

function ofUser(key: string, label: string): SqlColumn {
  return text(key, label, `u.data ->> ${quote(key)}`, [key])
}
