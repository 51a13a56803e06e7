import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { TELLS_OF } from '#contract/access.ts'
import {
  EXPORT_PATH,
  EXPORT_TYPES,
  type ExportFormat,
  exportName,
  type Payload,
  type Period,
  TABS,
  type Tab,
} from '#contract/analytics.ts'
import { chartsOf, DEFINITIONS } from '#contract/charts.ts'
import type { DayRange } from '#contract/days.ts'
import { SUBJECTS } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote, textIn } from '#server/db/json-sql.ts'
import { raw } from '#server/db/sql.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { csvHead, csvLines } from '#server/http/csv-writer.ts'
import {
  type About,
  aboutTable,
  type Cell,
  type Column,
  type FileExports,
  type Row,
  rowFile,
  type Source,
  textColumns,
} from '#server/http/export-file.ts'
import { type Export, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { createQuery } from '#server/http/query.ts'
import { workbook } from '#server/http/xlsx-writer.ts'
import { demandReading } from '#server/records/access.ts'
import { tableName } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'
import { rangeParameters, readRange } from './figure-routes.ts'
import { lastLogins, usersTable } from './user-counts.ts'

const { querystring, read } = createQuery({
  dataType: z
    .enum(EXPORT_TYPES, { error: 'Invalid analytics tab' })
    .describe('A tab, all tabs, or rows: users created, assignments made or events in the range'),
  format: FORMAT,
  ...rangeParameters,
})
const schema = {
  tags: ['Analytics'],
  operationId: 'exportAnalytics',
  summary: 'Export figures or rows as a file',
  description: `Charts as CSV are one table with a line for each number: tab, chart, by (the meaning of the key), key, metric, unit, value. An empty value means none. As JSON they are the payloads with their definitions. A workbook has a sheet for each chart and one with descriptions. Rows have a column for each property. ${INERT}`,
  querystring,
  response: { 200: FILE },
}

/** Registers the route that exports figures, or the rows behind them. */
export function figuresExportRoute(
  app: FastifyInstance,
  { insight, registry, access }: Context,
  { reading, send }: FileExports,
): void {
  const { zone } = insight
  const sourceOf = createSources(registry, zone)

  // Without HEAD, which would cost as much as the file.
  app.get(
    EXPORT_PATH,
    { schema, config: { access: { action: 'export', on: 'analytics' } }, exposeHeadRoute: false },
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
          : await chartsFile(insight.figures, type, about, format)
      return send(request, reply, { ...file, format, name: exportName(type, range, format) })
    },
  )
}

/**
 * Returns a file with the charts of a tab, or of all tabs. It is built in memory, because charts are small in any
 * range.
 */
async function chartsFile(
  { analytics }: Context['insight']['figures'],
  type: Tab | 'all',
  about: About & { range: DayRange },
  format: ExportFormat,
): Promise<Export> {
  const tabs = type === 'all' ? TABS : [type]
  const data = await Promise.all(
    tabs.map(async (tab) => [tab, await analytics(tab, about.range)] as const),
  )
  const charts = data.flatMap(([tab, payload]) =>
    // A chart's key is a key of its payload, whose entries have only texts and numbers.
    chartsOf(tab).map((chart) => ({ ...chart, entries: Object(payload)[chart.key] as Entries })),
  )
  const summary = data.flatMap(([tab, payload]) => summaryRows(tab, payload))
  if (format === 'xlsx') {
    const tables = [
      ...charts.map(({ title, by, values, entries }) => {
        const isTime = by.kind === 'day' || by.kind === 'week'
        const columns: Column[] = [
          { key: by.key, label: by.label, kind: isTime ? 'day' : 'text' },
          ...values.map(({ key, label, unit }) => {
            const kind = unit === 'percent' ? unit : 'number'
            return { key, label, kind } as const
          }),
        ]
        const rows = entries.map((entry) => columns.map(({ key }) => entry[key] ?? null))
        return { title, columns, pages: [rows] }
      }),
      { title: SUMMARY, columns: SUMMARY_COLUMNS, pages: [summary] },
    ]
    const contents =
      'A sheet for each chart of analytics, and one with the figures of the whole range.'
    const meanings = [
      ...charts.map(({ key, title }) => [title, DEFINITIONS[key]]),
      ['Comparison', DEFINITIONS.comparison],
    ]
    const sheets = [...tables, aboutTable(about, contents, () => meanings)]
    const total = tables.flatMap(({ pages }) => pages.flat()).length
    return { total, body: await buffer(workbook(sheets, about.timeZone)) }
  }
  const rows = [
    ...charts.flatMap(({ tab, title, by, values, entries }) =>
      entries.flatMap((entry) =>
        values.map(({ key, label, unit }): Row => {
          const place = [tab, title, by.label, entry[by.key] ?? null]
          return [...place, label, unit, entry[key] ?? null]
        }),
      ),
    ),
    ...summary.flatMap(([tab, metric, unit, range, value, compared, before]): Row[] => [
      [tab, SUMMARY, 'Range', range, metric, unit, value],
      [tab, SUMMARY, 'Compared range', compared, metric, unit, before],
    ]),
  ]
  const definitions = Object.fromEntries(charts.map(({ key }) => [key, DEFINITIONS[key]]))
  const text =
    format === 'csv'
      ? csvHead(CSV_COLUMNS) + csvLines(CSV_COLUMNS, rows)
      : `${JSON.stringify({ ...about, definitions, data: Object.fromEntries(data) }, null, 2)}\n`
  return { total: rows.length, body: Buffer.from(text) }
}

type Entries = readonly Readonly<Record<string, Cell>>[]
type Numbers = Readonly<Record<string, number | null>>
type SummaryRow = [string, string, string, string, number | null, string, number | null]

/** CSV has a line for each number of any chart. */
const CSV_COLUMNS = textColumns('Tab', 'Chart', 'By', 'Key', 'Metric', 'Unit', 'Value')
const SUMMARY = 'Summary'
const SUMMARY_COLUMNS = textColumns(
  ...['Tab', 'Metric', 'Unit', 'Range', 'Value', 'Compared range', 'Compared value'],
)

/** Returns each figure of the whole range once, even if several charts have it, with that of the compared range. */
function summaryRows(tab: Tab, { range, compared, summary }: Payload): SummaryRow[] {
  const { previous, ...current } = summary
  const [now, before]: Numbers[] = [current, previous]
  const all = chartsOf(tab).flatMap(({ values }) => values)
  return all
    .filter(({ figure }, at) => figure && all.findIndex((one) => one.figure === figure) === at)
    .map(({ label, unit, figure = '' }) => [
      ...([tab, label, unit, daysText(range), now?.[figure] ?? null] as const),
      ...([daysText(compared), before?.[figure] ?? null] as const),
    ])
}

function daysText({ start, end, until }: Period): string {
  return until === undefined ? `${start} to ${end}` : `${start} to ${end} ${until}`
}

/** A column with the SQL of its values. */
interface SqlColumn extends Column {
  sql: string
  /** The keys of users that its values reveal. */
  tells: readonly string[]
}

interface RowTable extends Pick<Source, 'title' | 'contents'> {
  columns: readonly SqlColumn[]
  from: string
  /** Joins of `from` that change no count. */
  join?: string
  where: string
  order: string
}

/** Returns a source without the columns that reveal keys of users other than `readable`. */
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

/** Creates the sources of rows, without columns that reveal hidden or unknown keys of users. */
export function createSources(registry: readonly Resource[], zone: () => string) {
  const titles = [
    // Keeps the statement valid for a registry without subjects.
    'select null::uuid as id, null as title where false',
    ...registry
      .filter(({ name }) => Object.values<string>(SUBJECTS).includes(name))
      .map(
        (one) =>
          `select id, ${textIn('data', one.recordName[0] ?? '')} as title from ${tableName(one)}`,
      ),
  ].join(' union all ')
  const users = usersTable(registry)
  const { table, column } = lastLogins(registry)
  const keys = Object.keys(registry.find(({ name }) => name === 'users')?.row.shape ?? {})

  const tables = {
    users: {
      title: 'Users',
      contents: 'Users that exist now and were created in the range.',
      columns: [
        text('id', 'ID', 'u.id', '_id'),
        ofUser('firstName', 'First Name'),
        ofUser('lastName', 'Last Name'),
        ofUser('email', 'Email'),
        ofUser('role', 'Role'),
        text('status', 'Status', ACTIVE, 'isActive'),
        ofUser('segment', 'Segment'),
        moment('createdAt', 'Created', 'u.created_at', 'createdAt'),
        moment(
          'lastLogin',
          'Last Login',
          `(select k.${column} from ${table} k where k.id = u.id)`,
          'lastLogin',
        ),
      ],
      from: `${users} u`,
      where: 'u.deleted_at is null',
      at: 'u.created_at',
      order: 'u.created_at, u.id',
    },
    assignments: {
      title: 'Assignments',
      contents:
        'Missions, protocols and mentors assigned to users in the range, with the current progress. Deleted users have no name.',
      columns: [
        text('kind', 'Kind', 'a.kind'),
        text('subjectId', 'Subject ID', 'a.subject_id'),
        text('subject', 'Subject', 's.title'),
        text('userId', 'User ID', 'a.user_id', '_id'),
        // Looks up the name for each row, because a join would first sort all users.
        text(
          'user',
          'User',
          `(select concat_ws(' ', u.data ->> 'firstName', u.data ->> 'lastName')
            from ${users} u where u.id = a.user_id and u.deleted_at is null)`,
          ...['firstName', 'lastName'],
        ),
        moment('assignedAt', 'Assigned', 'a.assigned_at'),
        { ...text('progress', 'Progress', 'a.progress'), kind: 'percent' },
        moment('completedAt', 'Completed', 'a.completed_at'),
      ],
      from: 'assignments a',
      join: `left join (${titles}) s on s.id = a.subject_id`,
      where: 'true',
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
        text('userId', 'User ID', 'e.user_id', '_id'),
        moment('timestamp', 'Time', 'e.at'),
        text('subjectId', 'Subject ID', 'e.subject_id'),
        text('subject', 'Subject', 's.title'),
        text('feature', 'Feature', 'e.feature'),
        { ...text('amount', 'Amount', 'e.amount'), kind: 'number' },
        text('sessionId', 'Session ID', 'e.session_id'),
      ],
      from: 'events e',
      join: `left join (${titles}) s on s.id = e.subject_id`,
      where: 'true',
      at: 'e.at',
      order: 'e.at, e.id',
    },
  } satisfies Record<string, RowTable & { at: string }>

  return (type: keyof typeof tables, range: DayRange, hidden: readonly string[] = []): Source => {
    const { at, where, ...table } = tables[type]
    const instant = (day: string, plusDays: number) =>
      quote(startOfDay(day, zone(), plusDays)?.toISOString() ?? '')
    // A cursor takes no parameters. Both values are computed here, not input.
    const isIn = `${at} >= ${instant(range.start, 0)} and ${at} < ${instant(range.end, 1)}`
    const readable = keys.filter((key) => !hidden.includes(key))
    return sourceOf({ ...table, where: `${where} and ${isIn}` }, readable)
  }
}

const ACTIVE = `case u.data ->> 'isActive' when 'true' then 'active' else 'inactive' end`

function text(key: string, label: string, sql: string, ...tells: string[]): SqlColumn {
  return { key, label, kind: 'text', sql, tells }
}

/** Returns a column of ISO times. The database formats them in UTC, the time zone of export connections. */
function moment(key: string, label: string, sql: string, ...tells: string[]): SqlColumn {
  const iso = `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return { key, label, kind: 'moment', sql: iso, tells }
}

function ofUser(key: string, label: string): SqlColumn {
  return text(key, label, `u.data ->> ${quote(key)}`, key)
}
