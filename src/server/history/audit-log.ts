import type { Changed } from '#contract/api.ts'
import type { EntryAction, Via } from '#contract/changes.ts'
import { type FieldChanges, fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import { MOST_COUNTED, type Total } from '#server/records/list.ts'
import { type Named, namedIn, namedTokens, plainValues } from '#server/records/names.ts'
import { type Data, isId, type Stored, tableName } from '#server/records/shape.ts'
import { isEntrySeen, type LogScope as Sight } from '#server/records/where.ts'
import type { ChangeSummary, Once } from './write.ts'

/** A change as it is stored. */
export interface StoredChange {
  id: string
  at: string
  actorId: string | null
  via: Via
  /** What was answered, where the entries do not say it all. */
  answer: object | null
  /** The hash of the request under its Idempotency-Key. */
  asked: Buffer | null
  /** It is one of very many records, which are read in batches. */
  isSummed: boolean
}

/** An entry of the history: what a change did to one record. */
export interface HistoryEntry {
  id: string
  /** The id of the change. */
  change: string
  resource: string
  recordId: string
  version: number
  action: EntryAction
  at: string
  actorId: string | null
  via: Via
  /** The whole record after it, of a deletion before it. */
  data: Data
  /** Of an update. */
  fields: FieldChanges
}

/** A line of the audit log. */
export interface ChangeHead {
  id: string
  at: string
  actorId: string | null
  via: Via
  undoes: string | null
  /** The latest change that took it back. */
  undoneBy: string | null
}

/** How many records of a resource one change did this to. */
export interface ChangePart {
  change: string
  resource: string
  action: EntryAction
  count: number
}

/** One of the first records of a change, with the plain values that it had then. */
export interface ChangedRecord {
  change: string
  resource: string
  action: EntryAction
  id: string
  data: Data
}

export interface ChangeFilter {
  actor?: string | undefined
  resource?: string | undefined
  record?: string | undefined
  via?: Via | undefined
  from?: string | undefined
  /** Exclusive. */
  until?: string | undefined
  undone?: boolean | undefined
  /** The records that the caller may read. */
  sight: Sight
}

export interface PageOf {
  offset: number
  limit: number
}

type EntryRow = Omit<HistoryEntry, 'fields'> & { fields: FieldChanges | null; before: Data | null }

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Records of a change that are named with it. */
const MOST_NAMED = 3
/** The change of an entry. An entry that is older than changes is its own. */
const CHANGE_OF_ENTRY = 'coalesce(h.change_id, h.id)'
/** Of `history h` with its change `c`. An entry that is older than `fields` has the values before it instead. */
const ENTRY = `h.id, ${CHANGE_OF_ENTRY} as change, h.resource, h.record_id as "recordId", h.version, h.action,
  coalesce(c.at, h.at) as at, h.actor_id as "actorId", coalesce(c.via, 'form') as via, h.data, h.fields,
  case when h.fields is null and h.action = 'update' then (
    select b.data from history b where b.resource = h.resource and b.record_id = h.record_id
      and b.version < h.version order by b.version desc limit 1
  ) end as before`
const WITH_CHANGE = `left join changes c on c.id = ${CHANGE_OF_ENTRY}`
const HEAD = `c.id, c.at, c.actor_id as "actorId", c.via, c.undoes, (select u.id from changes u
  where u.undoes = c.id order by u.at desc, u.id desc limit 1) as "undoneBy"`
const STORED = `select id, at, actor_id as "actorId", via, answer, asked_hash as asked,
  summary is not null as "isSummed" from changes`

export type AuditLog = ReturnType<typeof createAuditLog>

/** Reads what was written, by whom and when. */
export function createAuditLog(pool: Runner, registry: readonly Resource[]) {
  const known = new Map(registry.map((resource) => [resource.name, resource]))

  const readAll = async (runner: Runner, query: Sql): Promise<HistoryEntry[]> =>
    (await rowsOf<EntryRow>(runner, query)).map(readEntry)

  const counted = async (matches: Sql): Promise<Total> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (${matches} limit ${MOST_COUNTED + 1}) as counted`,
    )
    const n = row?.n ?? 0
    return { total: Math.min(n, MOST_COUNTED), isMore: n > MOST_COUNTED }
  }

  const pageOf = async (where: Sql, order: string, { offset, limit }: PageOf) => {
    const [entries, total] = await Promise.all([
      readAll(
        pool,
        // The page is cut out by the index alone; the values before are looked up for its rows.
        sql`select ${raw(ENTRY)} from (select h.id from history h where ${where}
            order by ${raw(order)} limit ${limit} offset ${offset}) p
          join history h on h.id = p.id ${raw(WITH_CHANGE)} order by ${raw(order)}`,
      ),
      counted(sql`select 1 from history h where ${where}`),
    ])
    return { entries, ...total }
  }

  /** The stored summaries of changes of very many records, as far as the caller may read all of their records. */
  const summaries = async (ids: readonly string[], { names, own }: Sight) => {
    const stored = await rowsOf<{ change: string; summary: ChangeSummary }>(
      pool,
      sql`select id as change, summary from changes
        where id = any(${[...ids]}::uuid[]) and summary is not null`,
    )
    const shown = stored.filter(({ summary }) =>
      summary.parts.every(
        ({ resource }) => names?.includes(resource) !== false && !own.has(resource),
      ),
    )
    const first = shown.flatMap(({ summary }) => summary.first)
    return {
      parts: shown.flatMap(({ change, summary }) =>
        summary.parts.map((part): ChangePart => ({ change, ...part })),
      ),
      first: first.length > 0 ? await firstRecords(sql`h.id = any(${first}::uuid[])`) : [],
    }
  }

  const firstRecords = (where: Sql): Promise<ChangedRecord[]> =>
    rowsOf<ChangedRecord>(
      pool,
      sql`select ${raw(CHANGE_OF_ENTRY)} as change, h.resource, h.action, h.record_id as id,
          ${plainValues('h.data')} as data
        from history h where ${where} order by h.id`,
    )

  /** The names of records by now, also of deleted ones; none of a resource that is not in the registry. */
  const named = async (resource: string, ids: readonly string[]): Promise<Named[]> => {
    const found = known.get(resource)
    return found && ids.length > 0 ? await namedIn(pool, tableName(found), ids) : []
  }

  /** The names of authors by now: users, also deleted ones, and tokens. */
  const authors = async (ids: readonly string[]): Promise<Named[]> => {
    const users = await named('users', ids)
    if (users.length === ids.length) return users
    return [...users, ...(await rowsOf<Named>(pool, namedTokens(ids)))]
  }

  return {
    named,
    authors,

    async change(id: string): Promise<StoredChange | undefined> {
      if (!isId(id)) return undefined
      const [found] = await rowsOf<StoredChange>(pool, sql`${raw(STORED)} where id = ${id}`)
      return found
    },

    /** The change that an author made under an Idempotency-Key. */
    async underKey(actorId: string | null, { key }: Once): Promise<StoredChange | undefined> {
      const [found] = await rowsOf<StoredChange>(
        pool,
        sql`${raw(STORED)} where coalesce(actor_id, ${NOBODY}) = coalesce(${actorId}::uuid, ${NOBODY})
          and key_hash = ${key}`,
      )
      return found
    },

    /** The entries of a change in their order: `most` at most after one, or those of some records. */
    entriesOf: (
      runner: Runner,
      change: string,
      {
        after,
        most,
        records,
      }: { after?: string | undefined; most?: number; records?: string[] | undefined } = {},
    ): Promise<HistoryEntry[]> =>
      readAll(
        runner,
        sql`select ${raw(ENTRY)} from history h ${raw(WITH_CHANGE)}
          where ${raw(CHANGE_OF_ENTRY)} = ${change} and h.id > ${after ?? NOBODY}::uuid
            ${records ? sql`and h.record_id = any(${records.filter(isId)}::uuid[])` : raw('')}
          order by h.id limit ${most ?? null}`,
      ),

    /** The entries of records of a resource after some version of each, oldest first. */
    async since(
      runner: Runner,
      resource: string,
      versions: ReadonlyMap<string, number>,
    ): Promise<ReadonlyMap<string, HistoryEntry[]>> {
      const entries = await readAll(
        runner,
        sql`select ${raw(ENTRY)} from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[])
            as known(id, version)
          join history h on h.resource = ${resource} and h.record_id = known.id
            and h.version > known.version
          ${raw(WITH_CHANGE)} order by h.record_id, h.version`,
      )
      const found = new Map<string, HistoryEntry[]>()
      for (const entry of entries) {
        const own = found.get(entry.recordId)
        if (own) own.push(entry)
        else found.set(entry.recordId, [entry])
      }
      return found
    },

    /** Who made this version of a record, and when; undefined when the history does not know. */
    async changeOf(
      resource: string,
      { id, version }: Pick<Stored, 'id' | 'version'>,
    ): Promise<Changed | undefined> {
      const [entry] = await rowsOf<{ at: string; actorId: string | null }>(
        pool,
        sql`select at, actor_id as "actorId" from history
          where resource = ${resource} and record_id = ${id} and version = ${version} limit 1`,
      )
      const [actor] = entry?.actorId ? await authors([entry.actorId]) : []
      const by = [actor?.data.firstName, actor?.data.lastName].filter(Boolean).join(' ')
      return entry && { at: entry.at, ...(by && { by }) }
    },

    /** Changes, the latest first. */
    async list(
      filter: ChangeFilter,
      { offset, limit }: PageOf,
    ): Promise<{ changes: ChangeHead[] } & Total> {
      const where = whereOf(filter, [...known.keys()])
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

    async one(id: string): Promise<ChangeHead | undefined> {
      const [head] = await rowsOf<ChangeHead>(
        pool,
        sql`select ${raw(HEAD)} from changes c where c.id = ${id}`,
      )
      return head
    },

    /** What these changes did, and their first records: a few queries, whatever their number. */
    async parts(
      asked: readonly string[],
      sight: Sight,
    ): Promise<{ parts: ChangePart[]; first: ChangedRecord[] }> {
      if (asked.length === 0) return { parts: [], first: [] }
      const summed = await summaries(asked, sight)
      const ids = asked.filter((id) => !summed.parts.some(({ change }) => change === id))
      if (ids.length === 0) return summed
      const seen = isEntrySeen(sight)
      const [parts, first] = await Promise.all([
        rowsOf<ChangePart>(
          pool,
          sql`select ${raw(CHANGE_OF_ENTRY)} as change, h.resource, h.action, count(*) as count
            from history h where ${raw(CHANGE_OF_ENTRY)} = any(${[...ids]}::uuid[]) and ${seen}
            group by 1, 2, 3 order by 4 desc, 2, 3`,
        ),
        firstRecords(
          sql`h.id in (select f.id from unnest(${[...ids]}::uuid[]) a(id), lateral (
            select h.id from history h where ${raw(CHANGE_OF_ENTRY)} = a.id and ${seen}
            order by h.id limit ${MOST_NAMED}) f)`,
        ),
      ])
      return { parts: [...summed.parts, ...parts], first: [...summed.first, ...first] }
    },

    /** A page of the entries of one change, in their order. */
    entries: (change: string, page: PageOf, sight: Sight) =>
      pageOf(sql`${raw(CHANGE_OF_ENTRY)} = ${change} and ${isEntrySeen(sight)}`, 'h.id', page),

    /** A page of the entries of one record, the latest first. */
    history: ({ resource, id }: { resource: string; id: string }, page: PageOf, sight: Sight) =>
      pageOf(
        sql`h.resource = ${resource} and h.record_id = ${id} and ${isEntrySeen(sight)}`,
        'h.version desc, h.id desc',
        page,
      ),
  }
}

function readEntry({ before, fields, ...row }: EntryRow): HistoryEntry {
  if (row.action !== 'update') return { ...row, fields: {} }
  return { ...row, fields: fields ?? (before ? fieldChanges(before, row.data) : {}) }
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
    // A literal, because a parameter would keep the partial index from being used.
    ...(via === undefined ? [] : [raw(`c.via = ${quote(via)}`)]),
    ...(from === undefined ? [] : [sql`c.at >= ${from}`]),
    ...(until === undefined ? [] : [sql`c.at < ${until}`]),
    ...(undone === undefined ? [] : [undone ? takenBack : sql`not (${takenBack})`]),
    ...(touches.length === 0
      ? []
      : [
          sql`exists (select from history h where ${raw(CHANGE_OF_ENTRY)} = c.id and ${all(touches)})`,
        ]),
    // Admins read all else, also of resources that no declaration names any more.
    ...unseen.map(
      (hidden) =>
        // A change with a summary has no records that are somebody's own.
        sql`(c.summary is not null
          or not exists (select from history h where ${raw(CHANGE_OF_ENTRY)} = c.id and ${hidden}))`,
    ),
  ])
}

function isOwn({ own }: Sight): Sql {
  return sql`h.resource = any(${[...own.keys()]}::text[])`
}
