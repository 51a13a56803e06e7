import { ERASED_PERSON } from '#contract/changes.ts'
import { SUBJECTS, subjectOf, TELLING_EVENTS, type TellingEvent } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { all, type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { plainValues } from '#server/records/names.ts'
import type { References } from '#server/records/references.ts'
import type { Data } from '#server/records/shape.ts'
import type { AuditLog } from './audit-log.ts'

/** A write, or an event of a learner, with its actor and its record. */
export interface Happening {
  id: string
  resource: string
  recordId: string
  what: 'create' | 'update' | 'delete' | TellingEvent
  at: string
  /** The record after a write, and its present values for an event; undefined when it was erased. */
  data: Data | undefined
  /** The user or token who did it, {} when unknown; undefined without any. */
  actor: Data | undefined
  isLive: boolean
  /** How often in a row by the same actor. */
  times: number
  /** How many records one change did this to. */
  records: number
}

type Found = Omit<Happening, 'actor' | 'isLive'> & { actorId: string | null; change?: string }

/** Entries read at a time. */
const WINDOW = 60
/** How often more are read, when the entries of one change fill the window. */
const ROUNDS = 3
const MOST_RECORDS = 10_000

/** Reads the latest writes and learners' events, for the overview. */
export function createRecentActivity(
  pool: Runner,
  registry: readonly Resource[],
  { authors, named }: Pick<AuditLog, 'authors' | 'named'>,
  references: Pick<References, 'known'>,
) {
  // Only shown when a user wrote it.
  const fromPublic = registry.filter((one) => one.isFromPublic).map(({ name }) => name)
  // A person's own lists and views are no news for others.
  const own = registry.filter(({ access }) => access.own).map(({ name }) => name)

  /** Returns one for all entries of a change; where they fill the window, they are counted. */
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
      const [row] = await rowsOf<{ n: number }>(
        pool,
        sql`select count(*) as n from (select 1 from history where coalesce(change_id, id) = ${last.change}
          and resource = ${last.resource} and action = ${last.what} limit ${MOST_RECORDS}) as counted`,
      )
      last.records = row?.n ?? last.records
    }
    return found
  }

  const learnersEvents = async (limit: number, names?: readonly string[]): Promise<Found[]> => {
    const types = TELLING_EVENTS.filter((type) => names?.includes(resourceOf(type)) ?? true)
    if (names?.includes('users') === false || types.length === 0) return []
    type Row = Pick<Found, 'id' | 'recordId' | 'at' | 'actorId'> & { what: TellingEvent }
    // Literals, because parameters would keep the partial index from being used. Events may be dated in the future.
    const rows = await rowsOf<Row>(
      pool,
      sql`select id, type as what, subject_id as "recordId", at, user_id as "actorId"
        from events where type in (${raw(types.map(quote).join(', '))}) and at <= now()
        order by at desc, id desc limit ${limit}`,
    )
    const alone = { data: undefined, times: 1, records: 1 }
    return rows.map((row) => ({ ...row, ...alone, resource: resourceOf(row.what) }))
  }

  const actorsOf = async (ids: string[]): Promise<Map<string, Data>> => {
    const found = new Map([...(await authors(ids))].map(([id, { data }]) => [id, data]))
    const missing = ids.filter((id) => !found.has(id))
    // Events may name users that never existed.
    const erased = missing.length > 0 ? await references.known('users', missing) : []
    for (const id of erased) found.set(id, { firstName: ERASED_PERSON })
    return found
  }

  return {
    /**
     * Returns the latest of both, newest first. Edits of a record in a row are one, and so is a change of many records.
     * With `names` only those of these resources; learners' events count as users.
     */
    async latest(limit: number, names?: readonly string[]): Promise<Happening[]> {
      const found = await Promise.all([writes(limit, names), learnersEvents(limit, names)])
      const rows = found.flat().sort(newestFirst).slice(0, limit)
      const [actors, known] = await Promise.all([
        actorsOf([...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]),
        named(rows.map(({ resource, recordId }) => ({ resource, id: recordId }))),
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
