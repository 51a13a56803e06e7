import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Changed } from '#contract/api.ts'
import { SUBJECTS, subjectOf, TELLING_EVENTS, type TellingEvent } from '#contract/insight/events.ts'
import type { Db } from './pool.ts'
import type { Records } from './records.ts'
import { events, history, tallies } from './schema.ts'
import { type Data, quote, type RecordTable, type Stored } from './shape.ts'

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
}

/** What happened lately and how much there is, over all resources. */
export interface Activity {
  /**
   * The latest writes and telling events, newest first: one query for each, one more for the actors and
   * one per resource that occurs.
   */
  latest(limit: number): Promise<Happening[]>
  /** Who made this version of a record, and when; undefined when the history does not know. */
  changeOf(resource: string, version: Pick<Stored, 'id' | 'version'>): Promise<Changed | undefined>
  /** How many live records each resource has, by name, off the counters. */
  totals(): Promise<ReadonlyMap<string, number>>
}

type Found = Omit<Happening, 'actor' | 'isLive'> & { actorId: string | null }

interface Known {
  id: string
  isLive: boolean
  data: Data
}

/** Takes the records of each resource by name; of a resource that is not among them no record is live. */
export function createActivity(
  db: Db,
  records: ReadonlyMap<string, Records>,
  users: RecordTable,
  /** Names of the resources whose records the public sends in: those are nobody's doing here. */
  fromPublic: readonly string[],
): Activity {
  const writes = (limit: number): Promise<Found[]> =>
    db
      .select({
        id: history.id,
        resource: history.resource,
        recordId: history.recordId,
        what: history.action,
        at: history.at,
        data: plainValues(history.data),
        actorId: history.actorId,
      })
      .from(history)
      .where(or(isNotNull(history.actorId), notInArray(history.resource, [...fromPublic])))
      .orderBy(desc(history.at), desc(history.id))
      .limit(limit)

  const doings = async (limit: number): Promise<Found[]> => {
    const rows = await db
      .select({
        id: events.id,
        what: events.type,
        recordId: events.subjectId,
        at: events.at,
        actorId: events.userId,
      })
      .from(events)
      // A clock ahead of ours must not hold the first place until its time has come.
      .where(sql`${events.type} in (${TELLING}) and ${events.at} <= now()`)
      .orderBy(desc(events.at), desc(events.id))
      .limit(limit)
    return rows.map((row) => ({
      ...row,
      resource: resourceOf(row.what),
      data: undefined,
    }))
  }

  const actorsOf = async (ids: string[]): Promise<Map<string, Data>> => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .select({ id: users.id, data: users.data })
      .from(users)
      .where(inArray(users.id, ids))
    return new Map(rows.map(({ id, data }) => [id, data]))
  }

  const recordsOf = async (resource: string, ids: string[]): Promise<Known[]> => {
    const table = records.get(resource)?.table
    if (!table) return []
    return await db
      .select({
        id: table.id,
        isLive: sql<boolean>`${isNull(table.deletedAt)}`,
        data: plainValues(table.data),
      })
      .from(table)
      .where(inArray(table.id, ids))
  }

  return {
    async latest(limit) {
      const found = (await Promise.all([writes(limit), doings(limit)])).flat()
      const rows = found.sort(newestFirst).slice(0, limit)
      const idsBy = new Map<string, Set<string>>()
      for (const { resource, recordId } of rows)
        idsBy.set(resource, (idsBy.get(resource) ?? new Set()).add(recordId))
      const [actors, ...stored] = await Promise.all([
        actorsOf([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
        ...[...idsBy].map(([resource, ids]) => recordsOf(resource, [...ids])),
      ])
      const known = new Map(stored.flat().map((one) => [one.id, one]))
      return rows.map(({ actorId, ...row }) => ({
        ...row,
        data: row.data ?? known.get(row.recordId)?.data,
        actor: actorId === null ? undefined : (actors.get(actorId) ?? {}),
        isLive: known.get(row.recordId)?.isLive === true,
      }))
    },

    async changeOf(resource, { id, version }) {
      const [row] = await db
        .select({ at: history.at, actor: users.data })
        .from(history)
        .leftJoin(users, eq(users.id, history.actorId))
        .where(
          and(
            eq(history.resource, resource),
            eq(history.recordId, id),
            eq(history.version, version),
          ),
        )
        .limit(1)
      const by = [row?.actor?.firstName, row?.actor?.lastName].filter(Boolean).join(' ')
      return row && { at: row.at, ...(by && { by }) }
    },

    async totals() {
      const rows = await db.select({ resource: tallies.resource, live: tallies.live }).from(tallies)
      return new Map(rows.map(({ resource, live }) => [resource, live]))
    },
  }
}

/** As literals: parameters would keep the index of just these types from being used. */
const TELLING = sql.raw(TELLING_EVENTS.map(quote).join(', '))

function resourceOf(type: TellingEvent): string {
  const kind = subjectOf(type)
  return kind ? SUBJECTS[kind] : ''
}

/** By time, then by id, as both queries sort. */
function newestFirst(one: Found, other: Found): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}

/** What a record is named by is never a list or an object: those may be large, and stay where they are. */
function plainValues(data: RecordTable['data'] | typeof history.data): SQL<Data> {
  return sql<Data>`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${data})
    where jsonb_typeof(value) not in ('object', 'array'))`
}
