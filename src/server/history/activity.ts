import type { Changed } from '#contract/api.ts'
import { ERASED_PERSON } from '#contract/changes.ts'
import { SUBJECTS, subjectOf, TELLING_EVENTS, type TellingEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { tallies } from '#server/db/tallies.ts'
import { type Named, namedIn, namedTokens, plainValues } from '#server/records/names.ts'
import { type Data, type Stored, tableName } from '#server/records/shape.ts'

/** One write or one event of a learner, with what is known of its actor and its record by now. */
export interface Happening {
  id: string
  resource: string
  recordId: string
  what: 'create' | 'update' | 'delete' | TellingEvent
  at: string
  /** What the record held after a write, and what it holds now for an event; undefined when it is gone for good. */
  data: Data | undefined
  /** The user whose doing it was, deleted or not, {} when gone for good; undefined when it was nobody's. */
  actor: Data | undefined
  isLive: boolean
  /** So often in a row by the same actor; the latest of them is told. */
  times: number
  /** So many records at once, by one change. */
  records: number
}

/** What happened lately and how much there is, over all resources. */
export interface Activity {
  /**
   * The latest writes and telling events, newest first: one query for each, one more for the actors and
   * one per resource that occurs. Edits of a record in a row are one, and so is a change of many records. With names, what happened to records of these resources alone; what learners
   * did tells of users too.
   */
  latest(limit: number, names?: readonly string[]): Promise<Happening[]>
  /** Who made this version of a record, and when; undefined when the history does not know. */
  changeOf(resource: string, version: Pick<Stored, 'id' | 'version'>): Promise<Changed | undefined>
  /** How many live records each resource has, by name, off the counters. */
  totals(): Promise<ReadonlyMap<string, number>>
}

/** `change` tells what one change did to many records. */
type Found = Omit<Happening, 'actor' | 'isLive'> & { actorId: string | null; change?: string }

/** So many writes are looked through for the latest; a change that fills them is looked past so often. */
const WINDOW = 60
const ROUNDS = 3
/** Counting the records of one change ends here. */
const MOST_RECORDS = 10_000

/** Of a resource that is not in the registry no record is live. */
export function createActivity(pool: Runner, registry: readonly Resource[]): Activity {
  const tables = new Map(registry.map((resource) => [resource.name, tableName(resource)]))
  /** What the public sends in is nobody's doing here. */
  const fromPublic = registry.filter((one) => one.isFromPublic).map(({ name }) => name)
  /** How somebody arranges the console is no news for others. */
  const own = registry.filter(({ access }) => access.own).map(({ name }) => name)
  const users = raw(tables.get('users') ?? '')

  const window = (names: readonly string[] | undefined, before?: string): Promise<Found[]> =>
    rowsOf<Found>(
      pool,
      sql`select id, resource, record_id as "recordId", action as what, at,
          ${plainValues('data')} as data, actor_id as "actorId", change_id as change, 1 as times, 1 as records
        from history where (actor_id is not null or resource <> all(${fromPublic}::text[]))
          and resource <> all(${own}::text[])
          and ${names ? sql`resource = any(${[...names]}::text[])` : raw('true')}
          and ${before === undefined ? raw('true') : sql`at < ${before}`}
        order by at desc, id desc limit ${WINDOW}`,
    )

  /** A change of more records than were looked through is counted; all that it wrote has one time. */
  const writes = async (limit: number, names?: readonly string[]): Promise<Found[]> => {
    const all: Found[] = []
    for (let round = 0; round < ROUNDS && all.length < limit; round++) {
      const rows = await window(names, all.at(-1)?.at)
      const folded = foldWrites(rows)
      all.push(...folded)
      const last = folded.at(-1)
      if (rows.length < WINDOW || !last?.change || last.records === 1) break
      last.records = await recordsIn(last)
    }
    return all
  }

  const recordsIn = async ({ change, resource, what }: Found): Promise<number> => {
    const [row] = await rowsOf<{ n: number }>(
      pool,
      sql`select count(*) as n from (select 1 from history
        where coalesce(change_id, id) = ${change} and resource = ${resource} and action = ${what}
        limit ${MOST_RECORDS}) as counted`,
    )
    return row?.n ?? 1
  }

  const doings = async (limit: number, names?: readonly string[]): Promise<Found[]> => {
    if (names?.includes('users') === false) return []
    const types = TELLING_EVENTS.filter((type) => names?.includes(resourceOf(type)) ?? true)
    if (types.length === 0) return []
    // Types as literals: parameters would keep the index of just these from being used.
    // A clock ahead of ours must not hold the first place until its time has come.
    const rows = await rowsOf<
      Omit<Found, 'resource' | 'data' | 'times' | 'records'> & { what: TellingEvent }
    >(
      pool,
      sql`select id, type as what, subject_id as "recordId", at, user_id as "actorId"
        from events where type in (${raw(types.map(quote).join(', '))}) and at <= now()
        order by at desc, id desc limit ${limit}`,
    )
    return rows.map((row) => ({
      ...row,
      resource: resourceOf(row.what),
      data: undefined,
      times: 1,
      records: 1,
    }))
  }

  const actorsOf = async (ids: string[]): Promise<Map<string, Data>> => {
    if (ids.length === 0) return new Map()
    const rows = await rowsOf<{ id: string; data: Data }>(
      pool,
      sql`select id, data from ${users} where id = any(${ids}::uuid[])
        union all select record_id, jsonb_build_object('firstName', ${ERASED_PERSON}::text) from erased
          where resource = 'users' and record_id = any(${ids}::uuid[])
        union all select id, data from (${namedTokens(ids)}) as tokens`,
    )
    return new Map(rows.map(({ id, data }) => [id, data]))
  }

  const recordsOf = async (resource: string, ids: string[]): Promise<Named[]> => {
    const table = tables.get(resource)
    return table ? await namedIn(pool, table, ids) : []
  }

  return {
    async latest(limit, names) {
      const found = (await Promise.all([writes(limit, names), doings(limit, names)])).flat()
      const rows = found.sort(newestFirst).slice(0, limit)
      const idsBy = new Map<string, Set<string>>()
      for (const { resource, recordId } of rows)
        idsBy.set(resource, (idsBy.get(resource) ?? new Set()).add(recordId))
      const [actors, ...stored] = await Promise.all([
        actorsOf([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
        ...[...idsBy].map(([resource, ids]) => recordsOf(resource, [...ids])),
      ])
      const known = new Map(stored.flat().map((one) => [one.id, one]))
      return rows.map(({ actorId, change: _, ...row }) => ({
        ...row,
        data: row.data ?? known.get(row.recordId)?.data,
        actor: actorId === null ? undefined : (actors.get(actorId) ?? {}),
        isLive: known.get(row.recordId)?.isLive === true,
      }))
    },

    async changeOf(resource, { id, version }) {
      const [row] = await rowsOf<{ at: string; actor: Data | null }>(
        pool,
        sql`select h.at, coalesce(u.data, (select data from (${namedTokens()}) t where t.id = h.actor_id)) as actor
          from history h left join ${users} u on u.id = h.actor_id
          where h.resource = ${resource} and h.record_id = ${id} and h.version = ${version}
          limit 1`,
      )
      const by = [row?.actor?.firstName, row?.actor?.lastName].filter(Boolean).join(' ')
      return row && { at: row.at, ...(by && { by }) }
    },

    totals: () => tallies(pool),
  }
}

function resourceOf(type: TellingEvent): string {
  const kind = subjectOf(type)
  return kind ? SUBJECTS[kind] : ''
}

/** By time, then by id, as both queries sort. */
function newestFirst(one: Found, other: Found): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** Of one change what it did to a resource's records, and of edits in a row the latest: one entry, which says how many. */
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
