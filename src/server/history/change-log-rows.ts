import type { EntryAction, Via } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { MOST_COUNTED, type Total } from '#server/records/list.ts'
import { type Named, namedIn, namedTokens, plainValues } from '#server/records/names.ts'
import { type Data, tableName } from '#server/records/shape.ts'
import { isEntrySeen, type Sight } from '#server/records/sight.ts'
import { CHANGE_OF_ENTRY, ENTRY, type EntryRow, type KeptEntry, readEntry } from './kept-entries.ts'
import type { ChangeSummary } from './write.ts'

/** Which changes are asked for. */
export interface ChangeFilter {
  actor?: string | undefined
  resource?: string | undefined
  record?: string | undefined
  via?: Via | undefined
  /** The stretch of time; `until` is not within it. */
  from?: string | undefined
  until?: string | undefined
  undone?: boolean | undefined
  /** Of records that may be read alone. */
  sight: Sight
}

export interface PageOf {
  offset: number
  limit: number
}

/** A change, and which ones it has to do with. */
export interface ChangeHead {
  id: string
  at: string
  actorId: string | null
  via: Via
  undoes: string | null
  /** The latest that took it back. */
  undoneBy: string | null
}

/** How many records of a resource one change did this to, and one of its first records. */
export interface ChangePart {
  change: string
  resource: string
  action: EntryAction
  count: number
}
export interface ChangedRecord {
  change: string
  resource: string
  action: EntryAction
  id: string
  /** The plain values that it had then. */
  data: Data
}

/** An entry of the history, with the change it is of. */
export type LogEntry = KeptEntry & ChangeHead

/** What was written, by whom and when, for those who read of it. */
export interface ChangeLog {
  /** The latest first. */
  list(filter: ChangeFilter, page: PageOf): Promise<{ changes: ChangeHead[] } & Total>
  one(id: string): Promise<ChangeHead | undefined>
  /** What these changes did, and to which records first: two queries, whatever their number. */
  parts(
    ids: readonly string[],
    sight: Sight,
  ): Promise<{ parts: ChangePart[]; first: ChangedRecord[] }>
  /** The entries of one change in the order they were written, of records that may be read alone. */
  entries(change: string, page: PageOf, sight: Sight): Promise<{ entries: LogEntry[] } & Total>
  /** The entries of one record, the latest first. */
  history(
    record: { resource: string; id: string },
    page: PageOf,
    sight: Sight,
  ): Promise<{ entries: LogEntry[] } & Total>
  /** What records are called by now, deleted or not; none of a resource that there is none of. */
  named(resource: string, ids: readonly string[]): Promise<Named[]>
  /** What those who wrote are called by now: users, deleted or not, and tokens. */
  authors(ids: readonly string[]): Promise<Named[]>
}

/** So many records of a change are named with it. */
const MOST_NAMED = 3
const UNDONE_BY = `(select u.id from changes u where u.undoes = c.id
  order by u.at desc, u.id desc limit 1) as "undoneBy"`
const HEAD = `c.id, c.at, c.actor_id as "actorId", c.via, c.undoes, ${UNDONE_BY}`
/** A server of an earlier version that still writes notes no change. */
const HEAD_OF_ENTRY = `${CHANGE_OF_ENTRY} as id, coalesce(c.at, h.at) as at,
  coalesce(c.via, 'form') as via, c.undoes, ${UNDONE_BY}`

export function createChangeLog(pool: Runner, registry: readonly Resource[]): ChangeLog {
  const tables = new Map(registry.map((resource) => [resource.name, tableName(resource)]))

  const counted = async (matches: Sql): Promise<Total> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (${matches} limit ${MOST_COUNTED + 1}) as counted`,
    )
    const n = row?.n ?? 0
    return { total: Math.min(n, MOST_COUNTED), isMore: n > MOST_COUNTED }
  }

  /** Of changes of very many records what is kept counted, as far as all of it may be read. */
  const summaries = async (ids: readonly string[], { names, own }: Sight) => {
    const kept = await rowsOf<{ change: string; summary: ChangeSummary }>(
      pool,
      sql`select id as change, summary from changes
        where id = any(${[...ids]}::uuid[]) and summary is not null`,
    )
    const read = kept.filter(({ summary }) =>
      summary.parts.every(
        ({ resource }) => names?.includes(resource) !== false && !own.has(resource),
      ),
    )
    const entries = read.flatMap(({ summary }) => summary.first)
    const first =
      entries.length === 0
        ? []
        : await rowsOf<ChangedRecord>(
            pool,
            sql`select ${raw(CHANGE_OF_ENTRY)} as change, h.resource, h.action, h.record_id as id,
                ${plainValues('h.data')} as data
              from history h where h.id = any(${entries}::uuid[]) order by h.id`,
          )
    const parts = read.flatMap(({ change, summary }) =>
      summary.parts.map((part): ChangePart => ({ change, ...part })),
    )
    return { parts, first }
  }

  const entriesOf = async (where: Sql, order: string, { offset, limit }: PageOf) => {
    const [entries, total] = await Promise.all([
      rowsOf<EntryRow<LogEntry>>(
        pool,
        // The page is cut out by the index alone; what was before is looked up for its rows.
        sql`select ${raw(HEAD_OF_ENTRY)}, ${raw(ENTRY)}
          from (select h.id from history h where ${where} order by ${raw(order)}
            limit ${limit} offset ${offset}) p
          join history h on h.id = p.id
          left join changes c on c.id = ${raw(CHANGE_OF_ENTRY)}
          order by ${raw(order)}`,
      ),
      counted(sql`select 1 from history h where ${where}`),
    ])
    return { entries: entries.map((row) => readEntry(row)), ...total }
  }

  return {
    async list(filter, { offset, limit }) {
      const where = whereOf(filter, [...tables.keys()])
      const [changes, total] = await Promise.all([
        rowsOf<ChangeHead>(
          pool,
          sql`select ${raw(HEAD)} from changes c where ${where}
            order by c.at desc, c.id desc limit ${limit} offset ${offset}`,
        ),
        counted(sql`select 1 from changes c where ${where}`),
      ])
      return { changes, ...total }
    },

    async one(id) {
      const [head] = await rowsOf<ChangeHead>(
        pool,
        sql`select ${raw(HEAD)} from changes c where c.id = ${id}`,
      )
      return head
    },

    async parts(asked, sight) {
      if (asked.length === 0) return { parts: [], first: [] }
      const known = await summaries(asked, sight)
      const ids = asked.filter((id) => !known.parts.some(({ change }) => change === id))
      if (ids.length === 0) return known
      const mine = sql`${raw(CHANGE_OF_ENTRY)} = any(${[...ids]}::uuid[]) and ${isEntrySeen(sight)}`
      const [parts, first] = await Promise.all([
        rowsOf<ChangePart>(
          pool,
          sql`select ${raw(CHANGE_OF_ENTRY)} as change, h.resource, h.action, count(*) as count
            from history h where ${mine} group by 1, 2, 3 order by 4 desc, 2, 3`,
        ),
        rowsOf<ChangedRecord>(
          pool,
          sql`select a.id as change, h.resource, h.action, h.record_id as id,
              ${plainValues('h.data')} as data
            from unnest(${[...ids]}::uuid[]) a(id), lateral (
              select h.* from history h where ${raw(CHANGE_OF_ENTRY)} = a.id and ${isEntrySeen(sight)}
              order by h.id limit ${MOST_NAMED}) h`,
        ),
      ])
      return { parts: [...known.parts, ...parts], first: [...known.first, ...first] }
    },

    entries: (change, page, sight) =>
      entriesOf(sql`${raw(CHANGE_OF_ENTRY)} = ${change} and ${isEntrySeen(sight)}`, 'h.id', page),

    history: ({ resource, id }, page, sight) =>
      entriesOf(
        sql`h.resource = ${resource} and h.record_id = ${id} and ${isEntrySeen(sight)}`,
        'h.version desc, h.id desc',
        page,
      ),

    async named(resource, ids) {
      const table = tables.get(resource)
      return table && ids.length > 0 ? await namedIn(pool, table, ids) : []
    },

    async authors(ids) {
      const table = tables.get('users')
      if (!table || ids.length === 0) return []
      const users = await namedIn(pool, table, ids)
      if (users.length === ids.length) return users
      return [...users, ...(await rowsOf<Named>(pool, namedTokens(ids)))]
    },
  }
}

function whereOf(
  { actor, resource, record, via, from, until, undone, sight }: ChangeFilter,
  known: readonly string[],
): Sql {
  const touches = [
    ...(resource === undefined ? [] : [sql`h.resource = ${resource}`]),
    ...(record === undefined ? [] : [sql`h.record_id = ${record}`]),
  ]
  const { names = record === undefined ? undefined : known } = sight
  const isLimited = touches.length > 0 || names !== undefined
  if (isLimited) touches.push(isEntrySeen({ ...sight, names }))
  const unseen =
    isLimited || sight.own.size === 0 ? [] : [all([isOwn(sight), sql`not (${isEntrySeen(sight)})`])]
  const takenBack = sql`c.id in (select u.undoes from changes u where u.undoes is not null)`
  return all([
    raw('true'),
    ...(actor === undefined ? [] : [sql`c.actor_id = ${actor}`]),
    // As a literal: a parameter would keep the index of just the rare ones from being used.
    ...(via === undefined ? [] : [raw(`c.via = ${quote(via)}`)]),
    ...(from === undefined ? [] : [sql`c.at >= ${from}`]),
    ...(until === undefined ? [] : [sql`c.at < ${until}`]),
    ...(undone === undefined ? [] : [undone ? takenBack : sql`not (${takenBack})`]),
    ...(touches.length === 0
      ? []
      : [
          sql`exists (select from history h where ${raw(CHANGE_OF_ENTRY)} = c.id and ${all(touches)})`,
        ]),
    // Admins read of all else, and of what no declaration names any more.
    ...unseen.map(
      (hidden) =>
        // What is somebody's own is never of so many records that they are kept counted.
        sql`(c.summary is not null
          or not exists (select from history h where ${raw(CHANGE_OF_ENTRY)} = c.id and ${hidden}))`,
    ),
  ])
}

function isOwn({ own }: Sight): Sql {
  return sql`h.resource = any(${[...own.keys()]}::text[])`
}
