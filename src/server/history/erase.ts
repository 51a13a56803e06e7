import { uuidv7 } from 'uuidv7'
import { IMPORT_HOURS } from '#contract/imports.ts'
import type { Own } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import { countedBy } from '#server/analytics/stats.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import type { Author } from '#server/http/authorise.ts'
import { inTurns } from '#server/http/gate.ts'
import { conflict, notFound, stale } from '#server/http/refusal.ts'
import { createLinks } from '#server/records/references.ts'
import { isId, shapeOf, tableName } from '#server/records/shape.ts'
import type { Noted, SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/services.ts'
import { storeEntries } from './apply.ts'
import type { Changes } from './changes.ts'
import type { Expected } from './plan.ts'

const ATTEMPTS = 5
/** The author of erasures by retention. */
const NOBODY: Author = { id: null, requestId: null, role: null, via: 'command' }

export type Erasing = ReturnType<typeof createErasing>

/**
 * Creates the service that erases records permanently: it removes their values from the database. It keeps their ids,
 * who erased them and when. Erasing cannot be undone.
 */
export function createErasing(
  store: Store,
  registry: readonly Resource[],
  changes: Changes,
  security: SecurityLog,
) {
  const owned = registry.flatMap((resource) =>
    resource.access.own ? [{ resource, own: resource.access.own }] : [],
  )

  return {
    /**
     * Erases a record, deleted or not. It is safe to erase again. A live record is first deleted, with the usual rules.
     * The caller checks the author's permission. Returns the id of the change.
     * @throws 404, 412 for an unexpected version, and 409 if live records refer to it.
     */
    async one(
      name: string,
      given: string,
      expected: Expected,
      { once: _, ...author }: Author,
    ): Promise<string | undefined> {
      const { resource, one } = store.records(name)
      const noun = resource.label.one.toLowerCase()
      const id = given.toLowerCase()
      const privateOnes = name === 'users' ? owned : []
      const noted = notedOf(name, id, author)
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const found = await one(id)
        if (!found) {
          const change = isId(id) ? await erasureOf(store.pool, name, id) : undefined
          if (change === undefined) throw notFound(`This ${noun} does not exist.`)
          return change ?? undefined
        }
        // The deletion checks the version of a live record.
        if (attempt === 1 && found.isDeleted && expected?.includes(found.version) === false)
          throw stale(noun, {}, undefined)
        if (!found.isDeleted) await changes.remove(name, id, expected, author)
        const live = await inTurns(privateOnes, async (one) => {
          const ids = await ownedBy(store.pool, one, id, true)
          return ids.map((id) => ({ resource: one.resource.name, action: 'delete' as const, id }))
        })
        // Without a role, because the author may not see another person's private records.
        await changes.apply(live.flat(), { ...author, role: null })
        const change = await inTransaction(store.pool, async (tx) => {
          const change = await eraseRows(store, tx, resource, [id], author)
          if (change === undefined) return undefined
          const uses = (await store.references.countUses(tx, name, [id])).get(id) ?? []
          // Only admins erase, and they may read every resource.
          const refusal = createLinks(store, resource).refusedAsUsed(uses, () => true)
          if (refusal) throw refusal
          for (const one of privateOnes)
            await eraseRows(store, tx, one.resource, await ownedBy(tx, one, id, false), author)
          await security.noteIn(tx, [noted])
          return change
        })
        // Another request restored or erased it in between.
        if (change === undefined) continue
        security.tell([noted])
        return change
      }
      throw conflict(`This ${noun} is being changed by other users. Try again.`)
    },

    /**
     * Erases up to `most` records that were deleted before a moment, in the transaction `tx`. Skips those that live
     * records refer to. Returns the number of erased records.
     */
    async old(tx: Tx, name: string, before: string, most: number): Promise<number> {
      const { resource } = store.records(name)
      const rows = await rowsOf<{ id: string }>(
        tx,
        sql`select id from ${tableOf(resource)} where deleted_at < ${before}
          order by deleted_at limit ${most} for update skip locked`,
      )
      const ids = rows.map(({ id }) => id)
      const uses = await store.references.countUses(tx, name, ids)
      const free = ids.filter((id) => uses.get(id)?.every(({ count }) => count === 0))
      await eraseRows(store, tx, resource, free, NOBODY)
      // One event for all, and no log line.
      const facts = { account: null, address: null, what: name, count: free.length }
      if (free.length > 0) await security.noteIn(tx, [{ event: 'record_erased', facts }])
      return free.length
    },
  }
}

function notedOf(resource: string, id: string, author: Author): Noted {
  const facts = { by: author.id, address: author.address ?? null, reqId: author.requestId }
  return resource === 'users'
    ? { event: 'user_erased', facts: { account: id, ...facts } }
    : { event: 'record_erased', facts: { account: null, ...facts, what: resource, record: id } }
}

const tableOf = (resource: Resource): Sql => raw(tableName(resource))

/**
 * Returns the change that erased a record; null if the history does not have it, undefined if the record was not
 * erased.
 */
async function erasureOf(runner: Runner, resource: string, id: string) {
  const [found] = await rowsOf<{ change: string | null }>(
    runner,
    sql`select (select h.change_id from history h
        where h.resource = e.resource and h.record_id = e.record_id and h.action = 'erase' limit 1) as change
      from erased e where e.resource = ${resource} and e.record_id = ${id}`,
  )
  return found?.change
}

/** Returns the ids of a person's private records: of live ones, or of deleted ones. */
async function ownedBy(
  runner: Runner,
  { resource, own: { owner, shared } }: { resource: Resource; own: Own },
  person: string,
  isLive: boolean,
): Promise<string[]> {
  const isShared = shared === undefined ? raw('false') : sql`data ->> ${shared} = 'true'`
  const rows = await rowsOf<{ id: string }>(
    runner,
    sql`select id from ${tableOf(resource)} where data ->> ${owner} = ${person}
      and (${isShared}) is not true and (deleted_at is null) = ${isLive} order by id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Erases the deleted ones of these records: their rows, related rows, and their values in the history and in stored
 * responses. Keeps the values by which figures are counted. Returns the id of the change; undefined if there was
 * nothing to erase.
 */
async function eraseRows(
  store: Store,
  tx: Tx,
  resource: Resource,
  ids: readonly string[],
  author: Author,
): Promise<string | undefined> {
  const { name } = resource
  const { kept, keptTable } = shapeOf(resource)
  const gone = await rowsOf<{ id: string; version: number }>(
    tx,
    sql`with gone as (
        delete from ${tableOf(resource)} where id = any(${[...ids]}::uuid[]) and deleted_at is not null
        returning id, version, created_at, deleted_at, data
      ), noted as (
        insert into erased (resource, record_id, created_at, deleted_at, counted_by)
        select ${name}, id, created_at, deleted_at,
          (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(data)
            where key = any(${[...countedBy(name)]}::text[]))
        from gone
      )
      select id, version from gone`,
  )
  if (gone.length === 0) return undefined
  const erased = sql`${gone.map(({ id }) => id)}::uuid[]`
  if (kept.length > 0) await run(tx, sql`delete from ${raw(keptTable)} where id = any(${erased})`)
  if (name === 'users') {
    // Sessions ended with the deletion. Addresses and devices are removed from the security log.
    for (const { id } of gone) await store.credentials.remove(tx, id)
    await run(
      tx,
      sql`update security_events set address = null, device = null
        where coalesce(actor, account) = any(${erased})`,
    )
  }
  await run(
    tx,
    sql`update history set data = '{}', fields = '{}'
      where resource = ${name} and record_id = any(${erased})`,
  )
  // Responses also name records that the change did not modify, by ids as they were sent.
  await run(
    tx,
    sql`update changes c set answer = (
        select jsonb_object_agg(part.key, case jsonb_typeof(part.value)
          when 'array' then (
            select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(part.value) as one
            where (one ->> 'id') is null or (one ->> 'id')::uuid <> all(${erased})
          )
          else part.value end)
        from jsonb_each(c.answer) as part)
      where exists (select from jsonb_path_query(c.answer, '$.*[*].id') as id
        where (id #>> '{}')::uuid = any(${erased}))`,
  )
  const change = uuidv7()
  const at = new Date().toISOString()
  const entries = gone.map(({ id, version }) => ({
    ...{ resource: name, action: 'erase' as const },
    record: { ...{ id, version: version + 1, data: {} }, createdAt: at, updatedAt: at },
  }))
  await storeEntries(tx, { id: change, at, author }, entries)
  return change
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The most records in one transaction, so that other writers do not wait long. */
const RECORDS = 100
const ROWS = 500
const FILES = 1
/** The row of `marks` that the running job locks. Its value is how far it got in the history. */
const MARK = 'retention'
const START = '-infinity 00000000-0000-0000-0000-000000000000'

/**
 * Creates the job that erases data older than its retention: deleted records that the public sent, stored responses,
 * uploaded files and, if configured, the history. Each call does a bounded part, on one server at a time, and returns
 * whether more is left.
 * `trash` and `history` are days. Without `history`, the history is kept forever.
 */
export function createRetention(
  store: Store,
  registry: readonly Resource[],
  erasing: Erasing,
  { trash, history }: { trash: number; history: number | undefined },
): (signal?: AbortSignal) => Promise<boolean> {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const fromPublic = registry.filter((resource) => resource.isFromPublic)
  const jobs: { most: number; work(tx: Tx, mark: string): Promise<number> }[] = [
    ...fromPublic.map(({ name }) => ({
      most: RECORDS,
      work: (tx: Tx) => erasing.old(tx, name, ago(trash * DAY_MS), RECORDS),
    })),
    {
      most: ROWS,
      work: (tx) =>
        run(
          tx,
          sql`update changes set key_hash = null, asked_hash = null, answer = null
            where id in (select id from changes where at < ${ago(trash * DAY_MS)}
              and (key_hash is not null or answer is not null) order by at limit ${ROWS})`,
        ),
    },
    {
      most: FILES,
      // An import that is being applied is locked.
      work: (tx) =>
        run(
          tx,
          sql`delete from imports where id in (select id from imports
            where at < ${ago(IMPORT_HOURS * HOUR_MS)} order by at limit ${FILES} for update skip locked)`,
        ),
    },
  ]
  if (history !== undefined)
    jobs.push({ most: ROWS, work: (tx, mark) => forgetHistory(tx, ago(history * DAY_MS), mark) })

  return async (signal) => {
    let isMore = false
    for (const { most, work } of jobs) {
      if (signal?.aborted) return false
      const count = await inTransaction(store.pool, async (tx) => {
        const [mark] = await rowsOf<{ value: string }>(
          tx,
          sql`select value from marks where name = ${MARK} for update skip locked`,
        )
        return mark ? work(tx, mark.value || START) : 0
      })
      if (count === most) isMore = true
    }
    return isMore
  }
}

/**
 * Deletes rows of the history before a moment, continuing where the last call ended, and changes without rows. Keeps
 * the last of these rows of each record, because it holds the values from then on.
 */
async function forgetHistory(tx: Tx, before: string, mark: string): Promise<number> {
  const [at, id] = mark.split(' ')
  // The field changes of a kept row would show values of deleted rows.
  const [last] = await rowsOf<{ id: string; at: string; count: number; gone: string[] | null }>(
    tx,
    sql`with page as (
        select id, at, resource, record_id, version from history
        where at < ${before} and (at, id) > (${at}::timestamptz, ${id}::uuid)
        order by at, id limit ${ROWS}
      ), latest as (
        select distinct on (resource, record_id) id, resource, record_id, version from page
        order by resource, record_id, at desc, id desc
      ), gone as (
        delete from history h using latest l
        where h.resource = l.resource and h.record_id = l.record_id and h.version < l.version
        returning coalesce(h.change_id, h.id) as change
      ), bare as (
        update history set fields = '{}' where id in (select id from latest) and action = 'update'
      )
      select id, at, (select count(*) from page) as count, (select array_agg(change) from gone) as gone
      from page order by at desc, id desc limit 1`,
  )
  if (!last) return 0
  await run(
    tx,
    sql`delete from changes c where c.id = any(${last.gone ?? []}::uuid[])
      and not exists (select 1 from history h where coalesce(h.change_id, h.id) = c.id)`,
  )
  await run(tx, sql`update marks set value = ${`${last.at} ${last.id}`} where name = ${MARK}`)
  return last.count
}
