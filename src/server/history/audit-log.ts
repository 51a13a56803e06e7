import type { Changed } from '#contract/api.ts'
import type { EntryAction, Via } from '#contract/changes.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import type { Once } from '#server/http/authorise.ts'
import { type Named, namedIn, namedTokens, plainValues } from '#server/records/names.ts'
import { MOST_COUNTED, type Total } from '#server/records/records.ts'
import { type Data, isId, type Stored, tableName } from '#server/records/shape.ts'
import { isEntrySeen, type LogScope } from '#server/records/where.ts'
import type { ChangeSummary } from './apply.ts'
import { grouped } from './validate.ts'

/** A line of the audit log. */
export interface ChangeHead {
  id: string
  at: string
  actorId: string | null
  via: Via
  undoes: string | null
  /** The latest change that undid it. */
  undoneBy: string | null
}

/** A change as it is stored. */
export interface StoredChange extends Pick<ChangeHead, 'id' | 'at'> {
  /** The answer, where the entries do not say it all. */
  answer: object | null
  /** The hash of the request under its Idempotency-Key. */
  asked: Buffer | null
  /** It has very many records, which are read in batches. */
  isSummed: boolean
}

/** An entry of the history: what a change did to one record. */
export interface HistoryEntry extends Pick<ChangeHead, 'id' | 'at' | 'actorId' | 'via'> {
  /** The id of the change. */
  change: string
  resource: string
  recordId: string
  version: number
  action: EntryAction
  /** The whole record after it, of a deletion before it. */
  data: Data
  /** Set for updates, {} for other actions. */
  fields: FieldChanges
}

/** How many records of a resource one change did this to. */
interface ChangePart {
  change: string
  resource: string
  action: EntryAction
  count: number
}

/** One of the first records of a change, with the plain values that it had then. */
interface ChangedRecord {
  change: string
  resource: string
  action: EntryAction
  id: string
  data: Data
}

interface ChangeFilter {
  actor?: string | undefined
  resource?: string | undefined
  record?: string | undefined
  via?: Via | undefined
  from?: string | undefined
  /** Exclusive. */
  until?: string | undefined
  undone?: boolean | undefined
}

interface PageOf {
  offset: number
  limit: number
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Records of a change that are named with it. */
const MOST_NAMED = 3
/** The change of an entry. An entry of sample data has none, and is its own. */
const CHANGE_OF_ENTRY = raw('coalesce(h.change_id, h.id)')
const ENTRY = sql`h.id, ${CHANGE_OF_ENTRY} as change, h.resource, h.record_id as "recordId", h.version, h.action,
  coalesce(c.at, h.at) as at, h.actor_id as "actorId", coalesce(c.via, 'form') as via, h.data,
  coalesce(h.fields, '{}') as fields`
const WITH_CHANGE = sql`left join changes c on c.id = ${CHANGE_OF_ENTRY}`
const HEAD = raw(`c.id, c.at, c.actor_id as "actorId", c.via, c.undoes, (select u.id from changes u
  where u.undoes = c.id order by u.at desc, u.id desc limit 1) as "undoneBy"`)
const STORED = raw(
  'select id, at, answer, asked_hash as asked, summary is not null as "isSummed" from changes',
)

export type AuditLog = ReturnType<typeof createAuditLog>

/** Reads the history and its changes. */
export function createAuditLog(pool: Runner, registry: readonly Resource[]) {
  const known = new Map(registry.map((resource) => [resource.name, resource]))

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
      rowsOf<HistoryEntry>(
        pool,
        // The index alone finds the page; the rest is read for its rows.
        sql`select ${ENTRY} from (select h.id from history h where ${where}
            order by ${raw(order)} limit ${limit} offset ${offset}) page
          join history h on h.id = page.id ${WITH_CHANGE} order by ${raw(order)}`,
      ),
      counted(sql`select 1 from history h where ${where}`),
    ])
    return { entries, ...total }
  }

  const firstRecords = (where: Sql): Promise<ChangedRecord[]> =>
    rowsOf<ChangedRecord>(
      pool,
      sql`select ${CHANGE_OF_ENTRY} as change, h.resource, h.action, h.record_id as id,
          ${plainValues('h.data')} as data
        from history h where ${where} order by h.id`,
    )

  /** Returns the stored summaries of large changes, as far as the caller may read all of their records. */
  const summaries = async (ids: readonly string[], { names, own }: LogScope) => {
    const stored = await rowsOf<{ change: string; summary: ChangeSummary }>(
      pool,
      sql`select id as change, summary from changes
        where id = any(${[...ids]}::uuid[]) and summary is not null`,
    )
    const isSeen = ({ resource }: { resource: string }) =>
      names?.includes(resource) !== false && !own.has(resource)
    const shown = stored.filter(({ summary }) => summary.parts.every(isSeen))
    const first = shown.flatMap(({ summary }) => summary.first)
    return {
      parts: shown.flatMap(({ change, summary }) =>
        summary.parts.map((part): ChangePart => ({ change, ...part })),
      ),
      first: first.length > 0 ? await firstRecords(sql`h.id = any(${first}::uuid[])`) : [],
    }
  }

  /** Returns the present names of records, also of deleted ones; none of an unknown resource. */
  const named = async (resource: string, ids: readonly string[]): Promise<Named[]> => {
    const found = known.get(resource)
    return found && ids.length > 0 ? await namedIn(pool, tableName(found), ids) : []
  }

  /** Returns the present names of authors: users, also deleted ones, and tokens. */
  const authors = async (given: readonly string[]): Promise<Named[]> => {
    const ids = [...new Set(given)]
    const users = await named('users', ids)
    if (users.length === ids.length) return users
    return [...users, ...(await rowsOf<Named>(pool, namedTokens(ids)))]
  }

  const authorNames = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const users = known.get('users')
    const found = users ? await authors(ids) : []
    return new Map(
      found.flatMap(({ id, data }) =>
        users ? [[id, nameOf(users, { ...data, _id: id, id })]] : [],
      ),
    )
  }

  return {
    named,
    authors,
    authorNames,

    async change(id: string): Promise<StoredChange | undefined> {
      if (!isId(id)) return undefined
      const [found] = await rowsOf<StoredChange>(pool, sql`${STORED} where id = ${id}`)
      return found
    },

    /** Returns the change that an author made under an Idempotency-Key. */
    async underKey(actorId: string | null, { key }: Once): Promise<StoredChange | undefined> {
      const [found] = await rowsOf<StoredChange>(
        pool,
        sql`${STORED} where coalesce(actor_id, ${NO_ID}) = coalesce(${actorId}::uuid, ${NO_ID})
          and key_hash = ${key}`,
      )
      return found
    },

    /** Returns the entries of a change in their order: `most` at most after one, or those of some records. */
    entriesOf: (
      runner: Runner,
      change: string,
      only: { after?: string | undefined; most?: number; records?: string[] | undefined } = {},
    ) =>
      rowsOf<HistoryEntry>(
        runner,
        sql`select ${ENTRY} from history h ${WITH_CHANGE}
          where ${CHANGE_OF_ENTRY} = ${change} and h.id > ${only.after ?? NO_ID}::uuid
            ${only.records ? sql`and h.record_id = any(${only.records.filter(isId)}::uuid[])` : raw('')}
          order by h.id limit ${only.most ?? null}`,
      ),

    /** Returns the entries of records of a resource after some version of each, oldest first. */
    async since(
      runner: Runner,
      resource: string,
      versions: ReadonlyMap<string, number>,
    ): Promise<ReadonlyMap<string, HistoryEntry[]>> {
      const entries = await rowsOf<HistoryEntry>(
        runner,
        sql`select ${ENTRY} from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[])
            as known(id, version)
          join history h on h.resource = ${resource} and h.record_id = known.id
            and h.version > known.version
          ${WITH_CHANGE} order by h.record_id, h.version`,
      )
      return grouped(entries, ({ recordId }) => recordId)
    },

    /** Returns the author and time of a record's version; undefined when the history does not know it. */
    async changeOf(
      resource: string,
      { id, version }: Pick<Stored, 'id' | 'version'>,
    ): Promise<Changed | undefined> {
      const [entry] = await rowsOf<{ at: string; actorId: string | null }>(
        pool,
        sql`select at, actor_id as "actorId" from history
          where resource = ${resource} and record_id = ${id} and version = ${version} limit 1`,
      )
      const by = entry?.actorId && (await authorNames([entry.actorId])).get(entry.actorId)
      return entry && { at: entry.at, ...(by && { by }) }
    },

    /** Returns a page of changes, the latest first. */
    async list(filter: ChangeFilter, sight: LogScope, { offset, limit }: PageOf) {
      const where = whereOf(filter, sight, [...known.keys()])
      const [changes, total] = await Promise.all([
        rowsOf<ChangeHead>(
          pool,
          sql`select ${HEAD} from changes c where ${where}
            order by c.at desc, c.id desc limit ${limit} offset ${offset}`,
        ),
        counted(sql`select 1 from changes c where ${where}`),
      ])
      return { changes, ...total }
    },

    async one(id: string): Promise<ChangeHead | undefined> {
      const [head] = await rowsOf<ChangeHead>(
        pool,
        sql`select ${HEAD} from changes c where c.id = ${id}`,
      )
      return head
    },

    /** Returns the counts and the first records of these changes by a few queries, whatever their number. */
    async parts(
      changes: readonly string[],
      sight: LogScope,
    ): Promise<{ parts: ChangePart[]; first: ChangedRecord[] }> {
      if (changes.length === 0) return { parts: [], first: [] }
      const summed = await summaries(changes, sight)
      const ids = changes.filter((id) => !summed.parts.some(({ change }) => change === id))
      if (ids.length === 0) return summed
      const seen = isEntrySeen(sight)
      const [parts, first] = await Promise.all([
        rowsOf<ChangePart>(
          pool,
          sql`select ${CHANGE_OF_ENTRY} as change, h.resource, h.action, count(*) as count
            from history h where ${CHANGE_OF_ENTRY} = any(${ids}::uuid[]) and ${seen}
            group by 1, 2, 3 order by 4 desc, 2, 3`,
        ),
        firstRecords(
          sql`h.id in (select f.id from unnest(${ids}::uuid[]) a(id), lateral (
            select h.id from history h where ${CHANGE_OF_ENTRY} = a.id and ${seen}
            order by h.id limit ${MOST_NAMED}) f)`,
        ),
      ])
      return { parts: [...summed.parts, ...parts], first: [...summed.first, ...first] }
    },

    /** Returns a page of the entries of one change, in their order. */
    entries: (change: string, page: PageOf, sight: LogScope) =>
      pageOf(sql`${CHANGE_OF_ENTRY} = ${change} and ${isEntrySeen(sight)}`, 'h.id', page),

    /** Returns a page of the entries of one record, the latest first. */
    history: (resource: string, id: string, page: PageOf, sight: LogScope) =>
      pageOf(
        sql`h.resource = ${resource} and h.record_id = ${id} and ${isEntrySeen(sight)}`,
        'h.version desc, h.id desc',
        page,
      ),
  }
}

function whereOf(
  { actor, resource, record, via, from, until, undone }: ChangeFilter,
  sight: LogScope,
  known: readonly string[],
): Sql {
  const conditions = [raw('true')]
  if (actor !== undefined) conditions.push(sql`c.actor_id = ${actor}`)
  // A literal, because a parameter would keep the partial index from being used.
  if (via !== undefined) conditions.push(raw(`c.via = ${quote(via)}`))
  if (from !== undefined) conditions.push(sql`c.at >= ${from}`)
  if (until !== undefined) conditions.push(sql`c.at < ${until}`)
  const isUndone = sql`c.id in (select u.undoes from changes u where u.undoes is not null)`
  if (undone !== undefined) conditions.push(undone ? isUndone : sql`not (${isUndone})`)

  const hasEntry = (condition: Sql) =>
    sql`exists (select from history h where ${CHANGE_OF_ENTRY} = c.id and ${condition})`
  const entry: Sql[] = []
  if (resource !== undefined) entry.push(sql`h.resource = ${resource}`)
  if (record !== undefined) entry.push(sql`h.record_id = ${record}`)
  const { names = record === undefined ? undefined : known } = sight
  if (entry.length > 0 || names) {
    const seen = isEntrySeen({ ...sight, names })
    conditions.push(hasEntry(all([...entry, seen])))
  } else if (sight.own.size > 0) {
    // Admins see all but the private records of others, also records of resources that are no longer declared. A change
    // with a summary has no private records.
    const isPrivate = sql`h.resource = any(${[...sight.own.keys()]}::text[])`
    const unseen = hasEntry(sql`${isPrivate} and not (${isEntrySeen(sight)})`)
    conditions.push(sql`(c.summary is not null or not ${unseen})`)
  }
  return all(conditions)
}
