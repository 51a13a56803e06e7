import { and, desc, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from './pool.ts'
import type { Records } from './records.ts'
import { history, tallies } from './schema.ts'
import type { Data, RecordTable } from './shape.ts'

/** One write, as the history has it, with what is known of its actor and its record by now. */
export interface Happening {
  id: string
  resource: string
  recordId: string
  action: 'create' | 'update' | 'delete'
  at: string
  data: Data
  /** The user who wrote, deleted or not; undefined when nobody did. */
  actor: Data | undefined
  isLive: boolean
}

/** What happened lately and how much there is, over all resources. */
export interface Activity {
  /** The latest writes, newest first: one query, one more for the actors and one per resource that occurs. */
  latest(limit: number): Promise<Happening[]>
  /** How many live records each resource has, by name, off the counters. */
  totals(): Promise<ReadonlyMap<string, number>>
}

/** Takes the records of each resource by name; of a resource that is not among them no record is live. */
export function createActivity(
  db: Db,
  records: ReadonlyMap<string, Records>,
  users: RecordTable,
): Activity {
  const newest = (limit: number) =>
    db
      .select({
        id: history.id,
        resource: history.resource,
        recordId: history.recordId,
        action: history.action,
        at: history.at,
        data: plainValues(history.data),
        actorId: history.actorId,
      })
      .from(history)
      .orderBy(desc(history.at), desc(history.id))
      .limit(limit)

  const actorsOf = async (ids: string[]): Promise<Map<string, Data>> => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .select({ id: users.id, data: users.data })
      .from(users)
      .where(inArray(users.id, ids))
    return new Map(rows.map(({ id, data }) => [id, data]))
  }

  const liveOf = async (resource: string, ids: string[]): Promise<string[]> => {
    const table = records.get(resource)?.table
    if (!table) return []
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), isNull(table.deletedAt)))
    return rows.map(({ id }) => id)
  }

  return {
    async latest(limit) {
      const rows = await newest(limit)
      const idsBy = new Map<string, Set<string>>()
      for (const { resource, recordId } of rows)
        idsBy.set(resource, (idsBy.get(resource) ?? new Set()).add(recordId))
      const [actors, ...live] = await Promise.all([
        actorsOf([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
        ...[...idsBy].map(([resource, ids]) => liveOf(resource, [...ids])),
      ])
      const isLive = new Set(live.flat())
      return rows.map(({ actorId, ...row }) => ({
        ...row,
        actor: actorId === null ? undefined : actors.get(actorId),
        isLive: isLive.has(row.recordId),
      }))
    },

    async totals() {
      const rows = await db.select({ resource: tallies.resource, live: tallies.live }).from(tallies)
      return new Map(rows.map(({ resource, live }) => [resource, live]))
    },
  }
}

/** What a record is named by is never a list or an object: those may be large, and stay where they are. */
function plainValues(data: typeof history.data): SQL<Data> {
  return sql<Data>`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${data})
    where jsonb_typeof(value) not in ('object', 'array'))`
}
