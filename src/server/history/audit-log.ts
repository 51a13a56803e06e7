import type { Changed } from '#contract/api.ts'
import { type ChangeLine, type EntryAction, ERASED_PERSON, type Via } from '#contract/changes.ts'
import { SUBJECTS, subjectOf, TELLING_EVENTS, type TellingEvent } from '#contract/events.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import type { Once } from '#server/http/authorise.ts'
import { isEntrySeen, type LogScope, MOST_COUNTED, type Total } from '#server/records/records.ts'
import { plainValues, type References } from '#server/records/references.ts'
import { type Data, isId, type Stored } from '#server/records/shape.ts'
import { grouped } from './validate.ts'

/** A change in the audit log, with the records that the reader may see. */
export interface LoggedChange extends Pick<ChangeLine, 'id' | 'at' | 'via' | 'counts'> {
  actorId: string | null
  undoes: string | null
  /** The latest change that undid it. */
  undoneBy: string | null
  /** Whether the change has too many records to read at once. */
  isSummed: boolean
  /** Its first records, with the plain values that they had at that time. */
  records: { resource: string; action: EntryAction; id: string; data: Data }[]
}

/** A change under an Idempotency-Key. */
export interface KeyedChange {
  id: string
  /** The response, if the entries alone cannot restore it. */
  answer: object | null
  asked: Buffer | null
}

/** An entry of the history: what a change did to one record. */
export interface HistoryEntry extends Pick<LoggedChange, 'id' | 'at' | 'actorId' | 'via'> {
  change: string
  resource: string
  recordId: string
  version: number
  action: EntryAction
  /** The whole record after the change, or before a deletion. */
  data: Data
  /** Set for updates, {} for other actions. */
  fields: FieldChanges
}

/** A write, or an event of a learner, with its actor and its record. */
export interface Happening {
  id: string
  resource: string
  recordId: string
  what: EntryAction | TellingEvent
  at: string
  /** The record after a write, and its present values for an event; undefined when it was erased. */
  data: Data | undefined
  /** The user or token who did it, {} when unknown; undefined without any. */
  actor: Data | undefined
  isLive: boolean
  /** How many times in a row the same actor did it. */
  times: number
  /** The number of records that the change did this to. */
  records: number
}

type Found = Omit<Happening, 'actor' | 'isLive'> & { actorId: string | null; change?: string }

/** `until` is exclusive. */
type ChangeFilter = { via?: Via | undefined; undone?: boolean | undefined } & {
  [Key in 'actor' | 'resource' | 'record' | 'from' | 'until']?: string | undefined
}

type PageOf = { offset?: number; limit?: number | undefined }

const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Records of a change that are named with it. */
const MOST_NAMED = 3
const EVERYTHING: LogScope = { own: new Map() }
/** The change of an entry. An entry of sample data has none, and is its own. */
const CHANGE_OF_ENTRY = raw('coalesce(h.change_id, h.id)')
const ENTRY = sql`h.id, ${CHANGE_OF_ENTRY} as change, h.resource, h.record_id as "recordId", h.version, h.action,
  coalesce(c.at, h.at) as at, h.actor_id as "actorId", coalesce(c.via, 'form') as via, h.data,
  coalesce(h.fields, '{}') as fields`
const WITH_CHANGE = sql`left join changes c on c.id = ${CHANGE_OF_ENTRY}`

/** Entries read at a time for recent activity. */
const WINDOW = 60
/** How often more entries are read if those of one change fill the window. */
const ROUNDS = 3

export function createAuditLog(
  pool: Runner,
  registry: readonly Resource[],
  references: Pick<References, 'authors' | 'known' | 'named'>,
) {
  const known = registry.map(({ name }) => name)

  const counted = async (matches: Sql): Promise<Total> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (${matches} limit ${MOST_COUNTED + 1}) as counted`,
    )
    const n = row?.n ?? 0
    return { total: Math.min(n, MOST_COUNTED), isMore: n > MOST_COUNTED }
  }

  /** Returns changes with the counts and first records that a reader may see, in one query. */
  const logged = (where: Sql, scope: LogScope, { limit, offset }: PageOf = {}) => {
    const ofChange = sql`${CHANGE_OF_ENTRY} = c.id and ${isEntrySeen(scope)}`
    const firstOf = (entries: Sql) => sql`(select coalesce(jsonb_agg(f), '[]') from (
      select h.resource, h.action, h.record_id as id, ${plainValues('h.data')} as data
      from history h where ${entries} order by h.id limit ${MOST_NAMED}) f)`
    return rowsOf<LoggedChange>(
      pool,
      // A summary is shown to readers who may see all records of the change.
      sql`select c.id, c.at, c.actor_id as "actorId", c.via, c.undoes, c.summary is not null as "isSummed",
          (select u.id from changes u where u.undoes = c.id order by u.at desc, u.id desc limit 1) as "undoneBy",
          case when is_brief then c.summary -> 'parts'
            else (select coalesce(jsonb_agg(p), '[]') from (
              select h.resource, h.action, count(*) as count from history h where ${ofChange}
              group by 1, 2 order by 3 desc, 1, 2) p) end as counts,
          case when is_brief
            then ${firstOf(sql`h.id in (select jsonb_array_elements_text(c.summary -> 'first')::uuid)`)}
            else ${firstOf(ofChange)} end as records
        from (select * from changes c where ${where} order by c.at desc, c.id desc
            limit ${limit ?? null} offset ${offset ?? 0}) c,
          lateral (select c.summary is not null and not exists (
            select from jsonb_array_elements(c.summary -> 'parts') part where not (${isWholeSeen(scope)}))
            as is_brief) brief
        order by c.at desc, c.id desc`,
    )
  }

  const entries = (runner: Runner, where: Sql, order: string, { limit, offset }: PageOf) =>
    rowsOf<HistoryEntry>(
      runner,
      // The index alone finds the page; the rest is read for its rows.
      sql`select ${ENTRY} from (select h.id from history h where ${where}
          order by ${raw(order)} limit ${limit ?? null} offset ${offset ?? 0}) page
        join history h on h.id = page.id ${WITH_CHANGE} order by ${raw(order)}`,
    )

  const pageOf = async (where: Sql, order: string, page: PageOf) => ({
    entries: await entries(pool, where, order, page),
    ...(await counted(sql`select 1 from history h where ${where}`)),
  })

  // Only shown when a user wrote it.
  const fromPublic = registry.filter((one) => one.isFromPublic).map(({ name }) => name)
  // A user's own list settings and views do not concern others.
  const own = registry.filter(({ access }) => access.own).map(({ name }) => name)

  /** Returns one entry for all entries of a change. If they fill the window, they are counted. */
  const writes = async (limit: number, names?: readonly string[]): Promise<Found[]> => {
    const found: Found[] = []
    const shown = [
      sql`(actor_id is not null or resource <> all(${fromPublic}::text[]))`,
      sql`resource <> all(${own}::text[])`,
      ...(names ? [sql`resource = any(${[...names]}::text[])`] : []),
    ]
    for (let round = 0; round < ROUNDS && found.length < limit; round++) {
      const before = found.at(-1)?.at
      const rows = await rowsOf<Found>(
        pool,
        sql`select id, resource, record_id as "recordId", action as what, at,
            ${plainValues('data')} as data, actor_id as "actorId", change_id as change, 1 as times, 1 as records
          from history where ${all(before === undefined ? shown : [...shown, sql`at < ${before}`])}
          order by at desc, id desc limit ${WINDOW}`,
      )
      const folded = foldWrites(rows)
      found.push(...folded)
      const last = folded.at(-1)
      if (rows.length < WINDOW || !last?.change || last.records === 1) break
      const { total } = await counted(
        sql`select 1 from history h where ${CHANGE_OF_ENTRY} = ${last.change}
          and h.resource = ${last.resource} and h.action = ${last.what}`,
      )
      last.records = total
    }
    return found
  }

  const learnersEvents = async (limit: number, names?: readonly string[]): Promise<Found[]> => {
    const types = TELLING_EVENTS.filter((type) => names?.includes(resourceOf(type)) ?? true)
    if (names?.includes('users') === false || types.length === 0) return []
    // Literals, because parameters would keep the partial index from being used. Events may be dated in the future.
    const rows = await rowsOf<Found & { what: TellingEvent }>(
      pool,
      sql`select id, type as what, subject_id as "recordId", at, user_id as "actorId", 1 as times, 1 as records
        from events where type in (${raw(types.map(quote).join(', '))}) and at <= now()
        order by at desc, id desc limit ${limit}`,
    )
    return rows.map((row) => ({ ...row, resource: resourceOf(row.what) }))
  }

  const actorsOf = async (ids: string[]): Promise<Map<string, Data>> => {
    const authors = await references.authors(ids)
    // Events may name users that never existed.
    const missing = ids.filter((id) => !authors.has(id))
    const erased = missing.length > 0 ? await references.known('users', missing) : []
    return new Map([
      ...[...authors].map(([id, { data }]) => [id, data] as const),
      ...[...erased].map((id) => [id, { firstName: ERASED_PERSON }] as const),
    ])
  }

  return {
    /** Returns the change that an author made under an Idempotency-Key. */
    async underKey(actorId: string | null, { key }: Once): Promise<KeyedChange | undefined> {
      const [found] = await rowsOf<KeyedChange>(
        pool,
        sql`select id, answer, asked_hash as asked from changes
          where coalesce(actor_id, ${NO_ID}) = coalesce(${actorId}::uuid, ${NO_ID}) and key_hash = ${key}`,
      )
      return found
    },

    /** Returns the entries of a change in order: at most `most` after a given one, or those of some records. */
    entriesOf(
      runner: Runner,
      change: string,
      only: { after?: string | undefined; most?: number; records?: string[] | undefined } = {},
    ) {
      const { after = NO_ID, most, records } = only
      const some = records ? sql`and h.record_id = any(${records.filter(isId)}::uuid[])` : raw('')
      const where = sql`${CHANGE_OF_ENTRY} = ${change} and h.id > ${after}::uuid ${some}`
      return entries(runner, where, 'h.id', { limit: most })
    },

    /** Returns the entries of records of a resource after some version of each, oldest first. */
    async since(
      runner: Runner,
      resource: string,
      versions: ReadonlyMap<string, number>,
    ): Promise<ReadonlyMap<string, HistoryEntry[]>> {
      const found = await rowsOf<HistoryEntry>(
        runner,
        sql`select ${ENTRY} from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[])
            as known(id, version)
          join history h on h.resource = ${resource} and h.record_id = known.id
            and h.version > known.version
          ${WITH_CHANGE} order by h.record_id, h.version`,
      )
      return grouped(found, ({ recordId }) => recordId)
    },

    /** Returns the author and time of a record's version; undefined if the history does not have it. */
    async changeOf(
      resource: string,
      { id, version }: Pick<Stored, 'id' | 'version'>,
    ): Promise<Changed | undefined> {
      const [entry] = await rowsOf<{ at: string; actorId: string | null }>(
        pool,
        sql`select at, actor_id as "actorId" from history
          where resource = ${resource} and record_id = ${id} and version = ${version} limit 1`,
      )
      const by =
        entry?.actorId && (await references.authors([entry.actorId])).get(entry.actorId)?.name
      return entry && { at: entry.at, ...(by && { by }) }
    },

    /** Returns a page of changes, the latest first. */
    async list(filter: ChangeFilter, scope: LogScope, page: PageOf) {
      const where = whereOf(filter, scope, known)
      const [changes, total] = await Promise.all([
        logged(where, scope, page),
        counted(sql`select 1 from changes c where ${where}`),
      ])
      return { changes, ...total }
    },

    async one(id: string, scope = EVERYTHING): Promise<LoggedChange | undefined> {
      return isId(id) ? (await logged(sql`c.id = ${id}`, scope))[0] : undefined
    },

    /** Returns a page of the entries of one change, in their order. */
    entries: (change: string, page: PageOf, scope: LogScope) =>
      pageOf(sql`${CHANGE_OF_ENTRY} = ${change} and ${isEntrySeen(scope)}`, 'h.id', page),

    /** Returns a page of the entries of one record, the latest first. */
    history: (resource: string, id: string, page: PageOf, scope: LogScope) =>
      pageOf(
        sql`h.resource = ${resource} and h.record_id = ${id} and ${isEntrySeen(scope)}`,
        'h.version desc, h.id desc',
        page,
      ),

    /**
     * Returns the latest writes and learner events, newest first. Successive edits of a record become one, and so does
     * a change of many records. `names` limits the result to these resources. Learner events count as users.
     */
    async recent(limit: number, names?: readonly string[]): Promise<Happening[]> {
      const found = await Promise.all([writes(limit, names), learnersEvents(limit, names)])
      const rows = found.flat().sort(newestFirst).slice(0, limit)
      const [actors, known] = await Promise.all([
        actorsOf([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
        references.named(rows.map(({ resource, recordId }) => ({ resource, id: recordId }))),
      ])
      return rows.map(({ actorId, change: _, ...row }) => ({
        ...row,
        data: row.data ?? known.get(row.recordId)?.data,
        actor: actorId === null ? undefined : (actors.get(actorId) ?? {}),
        isLive: known.get(row.recordId)?.isLive === true,
      }))
    },
  }
}

function resourceOf(type: TellingEvent): string {
  const kind = subjectOf(type)
  return kind ? SUBJECTS[kind] : ''
}

function newestFirst(one: Found, other: Found): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** Folds entries of one change, and edits of one record in a row by one actor, into the latest of them. */
function foldWrites(rows: readonly Found[]): Found[] {
  const folded: Found[] = []
  for (const row of rows) {
    const last = folded.at(-1)
    const isLike =
      last?.resource === row.resource && last.what === row.what && last.actorId === row.actorId
    if (isLike && row.change && last.change === row.change) last.records++
    else if (isLike && row.what === 'update' && last.recordId === row.recordId) last.times++
    else folded.push({ ...row })
  }
  return folded
}

/** Returns the condition that a reader may see all records of the resource of a summary's `part`. */
function isWholeSeen({ names, own }: LogScope): Sql {
  const isAmong = (some: Iterable<string>) => sql`part ->> 'resource' = any(${[...some]}::text[])`
  return all([...(names ? [isAmong(names)] : []), sql`not ${isAmong(own.keys())}`])
}

function whereOf(
  { actor, resource, record, via, from, until, undone }: ChangeFilter,
  scope: LogScope,
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
  const { names = record === undefined ? undefined : known } = scope
  if (entry.length > 0 || names) {
    const seen = isEntrySeen({ ...scope, names })
    conditions.push(hasEntry(all([...entry, seen])))
  } else if (scope.own.size > 0) {
    // Admins see all but the private records of others, also records of resources that are no longer declared. A change
    // with a summary has no private records.
    const isPrivate = sql`h.resource = any(${[...scope.own.keys()]}::text[])`
    const unseen = hasEntry(sql`${isPrivate} and not (${isEntrySeen(scope)})`)
    conditions.push(sql`(c.summary is not null or not ${unseen})`)
  }
  return all(conditions)
}
