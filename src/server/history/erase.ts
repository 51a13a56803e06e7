import { uuidv7 } from 'uuidv7'
import type { Own } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import { countedBy } from '#server/analytics/assignment-figures.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { conflict, notFound, Refusal, stale } from '#server/http/refusal.ts'
import { type AccessRules, hasAdminRole } from '#server/records/access.ts'
import { createLinks } from '#server/records/references.ts'
import { isId, shapeOf } from '#server/records/shape.ts'
import type { Noted, SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import type { Changes, Expected } from './changes.ts'
import { type Author, storeEntries } from './write.ts'

const ATTEMPTS = 5
/** The author of what retention erases. */
const NOBODY: Author = { id: null, requestId: null, role: null, via: 'command' }

export type Erasing = ReturnType<typeof createErasing>

/**
 * Erases records for good: their values leave the database. That they existed, who erased them and when stays
 * (decision 028). It cannot be undone.
 */
export function createErasing(
  store: Store,
  registry: readonly Resource[],
  changes: Changes,
  access: AccessRules,
  security: SecurityLog,
) {
  const known = new Map(registry.map((resource) => [resource.name, resource]))
  const links = new Map(registry.map((one) => [one.name, createLinks(store, one)]))
  const resourceOf = (name: string): Resource => {
    const found = known.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }
  const owned = registry.flatMap((resource) =>
    resource.access.own ? [{ resource, own: resource.access.own }] : [],
  )

  const eraseDeleted = async (name: string, id: string, author: Author) => {
    const resource = resourceOf(name)
    const mayRead = (on: string | undefined) =>
      author.role === null ||
      (on === undefined ? hasAdminRole({ role: author.role }) : access.mayRead(author.role, on))
    const noted = notedOf(name, id, author)
    const done = await inTransaction(store.pool, async (tx) => {
      const change = await eraseRows(tx, resource, [id], author)
      if (change === undefined) return undefined
      await links.get(name)?.refuseIfUsed(tx, id, mayRead)
      await forgetPeople(store, tx, name, [id])
      if (name === 'users')
        for (const other of owned)
          await eraseRows(tx, other.resource, await ownedBy(tx, other, id, false), author)
      await security.noteIn(tx, [noted])
      return change
    })
    if (done !== undefined) security.tell([noted])
    return done
  }

  /** Deletes what was a person's alone. What was shared stays. */
  const removeOwn = async (id: string, author: Author): Promise<void> => {
    const gone = await Promise.all(
      owned.map(async (one) => {
        const ids = await ownedBy(store.pool, one, id, true)
        return ids.map((id) => ({ resource: one.resource.name, action: 'delete' as const, id }))
      }),
    )
    // Without a role, because the author may not see another person's own records.
    await changes.apply(gone.flat(), { ...withoutKey(author), role: null })
  }

  return {
    /**
     * Erases a record, live or deleted; it is safe to erase again. A live one is deleted first, by the rules of that.
     * Whether the author may erase is checked before. Gives the id of the change.
     * @throws 404, 412 for another version than was expected, and 409 when live records refer to it.
     */
    async one(
      name: string,
      id: string,
      expected: Expected,
      author: Author,
    ): Promise<string | undefined> {
      const resource = resourceOf(name)
      const noun = resource.label.one.toLowerCase()
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const found = await find(store.pool, resource, id)
        if (!found) throw notFound(`This ${noun} does not exist.`)
        if (found.is === 'erased') return found.change
        // The deletion checks the version of a live one.
        const isOther = found.is === 'deleted' && expected?.includes(found.version) === false
        if (attempt === 1 && isOther) throw stale(noun, {}, undefined)
        if (found.is === 'live') await changes.remove(name, id, expected, withoutKey(author))
        if (name === 'users') await removeOwn(id.toLowerCase(), author)
        const change = await eraseDeleted(name, id.toLowerCase(), author)
        // Another request restored or erased it meanwhile.
        if (change === undefined) continue
        store.records(name).forget()
        return change
      }
      throw conflict(`This ${noun} is being changed by others. Please try again.`)
    },

    /**
     * Erases up to `most` records that were deleted before a moment, in the transaction `tx`. Those that live records
     * refer to stay. Gives how many were erased.
     */
    async old(tx: Tx, name: string, before: Date, most: number): Promise<number> {
      const resource = resourceOf(name)
      const rows = await rowsOf<{ id: string }>(
        tx,
        sql`select id from ${tableOf(resource)} where deleted_at < ${before.toISOString()}
          order by deleted_at limit ${most} for update skip locked`,
      )
      const free: string[] = []
      for (const { id } of rows) if (await isUnused(links.get(name), tx, id)) free.push(id)
      await forgetPeople(store, tx, name, free)
      await eraseRows(tx, resource, free, NOBODY)
      // One event for all, and no log line.
      const facts = { account: null, address: null, what: name, count: free.length }
      if (free.length > 0) await security.noteIn(tx, [{ event: 'record_erased', facts }])
      return free.length
    },
  }
}

/** The key belongs to the erasing, which is done when the record is erased. */
function withoutKey({ once, ...author }: Author): Author {
  return author
}

/** Removes a person's ways to sign in, and devices. Their sessions ended with the deletion. */
async function forgetPeople(store: Store, tx: Tx, name: string, ids: readonly string[]) {
  if (name !== 'users') return
  for (const id of ids) {
    await store.credentials.remove(tx, id)
    await store.factors.removeAll(tx, id)
    await store.signOns.remove(tx, id)
    await store.tickets.endAll(tx, id)
  }
}

async function isUnused(
  links: ReturnType<typeof createLinks> | undefined,
  tx: Tx,
  id: string,
): Promise<boolean> {
  try {
    await links?.refuseIfUsed(tx, id, () => true)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function notedOf(resource: string, id: string, author: Author): Noted {
  const facts = { by: author.id, address: author.address ?? null, reqId: author.requestId }
  return resource === 'users'
    ? { event: 'user_erased', facts: { account: id, ...facts } }
    : { event: 'record_erased', facts: { account: null, ...facts, what: resource, record: id } }
}

function tableOf(resource: Resource): Sql {
  return raw(shapeOf(resource).table)
}

/** Finds a record, or that it was erased and by which change; undefined if it never existed. */
async function find(
  runner: Runner,
  resource: Resource,
  id: string,
): Promise<
  { is: 'live' | 'deleted'; version: number } | { is: 'erased'; change?: string } | undefined
> {
  if (!isId(id)) return undefined
  const [row] = await rowsOf<{ version: number; isLive: boolean }>(
    runner,
    sql`select version, deleted_at is null as "isLive" from ${tableOf(resource)} where id = ${id}`,
  )
  if (row) return { is: row.isLive ? 'live' : 'deleted', version: row.version }
  const [gone] = await rowsOf<{ change: string | null }>(
    runner,
    sql`select (select h.change_id from history h
        where h.resource = e.resource and h.record_id = e.record_id and h.action = 'erase' limit 1) as change
      from erased e where e.resource = ${resource.name} and e.record_id = ${id}`,
  )
  return gone && { is: 'erased', ...(gone.change !== null && { change: gone.change }) }
}

/** The ids of a person's own records that are not shared: of live ones, or of deleted ones. */
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
 * Erases those of the records that are deleted: their rows, what belongs to them, and their values in the history and in
 * stored answers. Keeps for figures what they are counted by. Gives the id of the change that the history has of it;
 * undefined when there was nothing to erase.
 */
async function eraseRows(
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
  const erased = sql`${gone.map(({ id }) => id)}::uuid[]`
  if (kept.length > 0) await run(tx, sql`delete from ${raw(keptTable)} where id = any(${erased})`)
  // The security log loses the person's addresses and devices.
  if (name === 'users')
    await run(
      tx,
      sql`update security_events set address = null, device = null
        where coalesce(actor, account) = any(${erased})`,
    )
  await run(
    tx,
    sql`update history set data = '{}', fields = '{}'
      where resource = ${name} and record_id = any(${erased})`,
  )
  if (gone.length === 0) return undefined
  await run(tx, withoutAnswers(erased))
  const change = uuidv7()
  const at = new Date().toISOString()
  const entries = gone.map(({ id, version }) => ({
    ...{ resource: name, action: 'erase' as const },
    record: { ...{ id, version: version + 1, data: {} }, createdAt: at, updatedAt: at },
  }))
  // Without a key: a repeat finds nothing left to erase.
  await storeEntries(tx, { id: change, at, author: { ...author, once: undefined } }, entries)
  return change
}

/** Removes records from the stored answers of changes, which name also records that they left as they were. */
function withoutAnswers(ids: Sql): Sql {
  const names = raw(`select 1 from jsonb_each(c.answer) as part,
    jsonb_array_elements(case jsonb_typeof(part.value) when 'array' then part.value else '[]' end) as one
    where (one ->> 'id')`)
  return sql`update changes c set answer = (
      select jsonb_object_agg(part.key, case jsonb_typeof(part.value)
        when 'array' then (
          select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(part.value) as one
          where (one ->> 'id') is null or (one ->> 'id')::uuid <> all(${ids})
        )
        else part.value end)
      from jsonb_each(c.answer) as part)
    where c.answer is not null and exists (${names}::uuid = any(${ids}))`
}
