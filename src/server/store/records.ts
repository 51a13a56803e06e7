import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import { createLister, type Filter, type Page, type RowQuery, whereOf } from './list.ts'
import { type Db, inTransaction, type Tx } from './pool.ts'
import { history, tallies } from './schema.ts'
import {
  type Data,
  isId,
  type RecordTable,
  recordTable,
  type Stored,
  storedColumns,
} from './shape.ts'
import { valuesOf } from './values.ts'

/** Who writes; it stands in the history. */
export interface Author {
  id: string | null
  requestId: string | null
  /** Where from; it stands in the log alone. */
  address?: string
}

/** What a write changes: keys it does not name keep the value they have by then. */
export interface Patch {
  set: Data
  unset: readonly string[]
}

/** What else happens in the transaction of a write; throwing takes everything back. */
export interface Around {
  /** What it gives is written instead of what the caller said. */
  before?(tx: Tx): Promise<Data | undefined>
  after?(tx: Tx, record: Stored): Promise<void>
}

/** The record was changed or deleted between reading and writing it. */
export class ChangedMeanwhileError extends Error {
  override name = 'ChangedMeanwhileError'
}

export interface Records {
  readonly table: RecordTable
  list(query: RowQuery): Promise<Page>
  /** How many live records match all of these filters; remembered for a few seconds, as totals are. */
  count(filters: readonly Filter[]): Promise<number>
  /** The distinct texts at a declared filter of live records, most used first. */
  values(path: string): Promise<string[]>
  /** Undefined when there is no live record of this id. */
  get(id: string): Promise<Stored | undefined>
  create(data: Data, author: Author, around?: Around): Promise<Stored>
  /** Both throw ChangedMeanwhileError when the record no longer is what `known` says. */
  update(known: Stored, patch: Patch, author: Author, around?: Around): Promise<Stored>
  remove(known: Stored, author: Author, around?: Around): Promise<void>

  // For rules over several records, inside the transaction of a write.

  /** Lets one write of this resource through at a time, and shows it what those before it did. */
  lock(tx: Tx): Promise<void>
  /** The oldest live record that matches all of these filters. */
  oldest(tx: Tx, filters?: readonly Filter[]): Promise<Stored | undefined>
  /** Another record's change, with its version and history. Throws ChangedMeanwhileError. */
  amend(tx: Tx, known: Stored, patch: Patch, author: Author): Promise<Stored>
}

/**
 * The store of one resource. Each write is one transaction: the version check, the row, its history
 * row and the tally. Nothing is locked while the caller thinks: the version decides.
 */
export function createRecords(db: Db, resource: Resource): Records {
  const table = recordTable(resource)
  const lister = createLister(db, resource, table)
  const columns = storedColumns(table)
  const live = and(eq(table.id, sql.placeholder('id')), isNull(table.deletedAt))
  const byId = db.select(columns).from(table).where(live).prepare(`get_${resource.page}`)

  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await inTransaction(db, work)
    } finally {
      lister.forget()
    }
  }

  /** Last in each transaction: all writes of a resource meet in this row. */
  const tally = (tx: Tx, by: 1 | -1) =>
    tx
      .update(tallies)
      .set({ live: sql`${tallies.live} + ${by}` })
      .where(eq(tallies.resource, resource.name))

  const log = (tx: Tx, action: 'create' | 'update' | 'delete', record: Stored, author: Author) =>
    tx.insert(history).values({
      id: uuidv7(),
      resource: resource.name,
      recordId: record.id,
      version: record.version,
      action,
      actorId: author.id,
      requestId: author.requestId,
      data: record.data,
    })

  const change = async (
    tx: Tx,
    known: Stored,
    set: { data?: SQL; searchText?: string; updatedAt?: string; deletedAt?: string },
  ): Promise<Stored> => {
    const [record] = await tx
      .update(table)
      .set({ updatedAt: new Date().toISOString(), ...set, version: known.version + 1 })
      .where(and(eq(table.id, known.id), eq(table.version, known.version), isNull(table.deletedAt)))
      .returning(columns)
    if (!record) throw new ChangedMeanwhileError()
    return record
  }

  /** Of what the public sent nothing stays that says what it was; that it was there, and who did what, does. */
  const erase = async (tx: Tx, { id }: Stored): Promise<void> => {
    await tx.delete(table).where(eq(table.id, id))
    const its = and(eq(history.resource, resource.name), eq(history.recordId, id))
    await tx.update(history).set({ data: {} }).where(its)
  }

  const amend: Records['amend'] = async (tx, known, patch, author) => {
    const record = await change(tx, known, {
      data: patched(table, patch),
      searchText: searchText(resource, after(known.data, patch)),
    })
    await log(tx, 'update', record, author)
    return record
  }

  return {
    table,
    list: lister.list,
    count: lister.count,
    values: (path) => valuesOf(db, resource, path),

    async get(id) {
      if (!isId(id)) return undefined
      const [record] = await byId.execute({ id })
      return record
    },

    create: (given, author, around) =>
      write(async (tx) => {
        const data = (await around?.before?.(tx)) ?? given
        const now = new Date().toISOString()
        const record = { id: uuidv7(), version: 1, createdAt: now, updatedAt: now, data }
        await tx.insert(table).values({ ...record, searchText: searchText(resource, data) })
        await log(tx, 'create', record, author)
        await around?.after?.(tx, record)
        await tally(tx, 1)
        return record
      }),

    update: (known, patch, author, around) =>
      write(async (tx) => {
        const set = (await around?.before?.(tx)) ?? patch.set
        const record = await amend(tx, known, { set, unset: patch.unset }, author)
        await around?.after?.(tx, record)
        return record
      }),

    remove: (known, author, around) =>
      write(async (tx) => {
        await around?.before?.(tx)
        const now = new Date().toISOString()
        const record = await change(tx, known, { updatedAt: now, deletedAt: now })
        if (resource.isFromPublic) await erase(tx, record)
        await log(tx, 'delete', resource.isFromPublic ? { ...record, data: {} } : record, author)
        await around?.after?.(tx, record)
        await tally(tx, -1)
      }),

    async lock(tx) {
      const row = eq(tallies.resource, resource.name)
      await tx.select({ live: tallies.live }).from(tallies).where(row).for('update')
    },

    async oldest(tx, filters = []) {
      const [record] = await tx
        .select(columns)
        .from(table)
        .where(whereOf(table, { filters }))
        .orderBy(table.createdAt, table.id)
        .limit(1)
      return record
    },

    amend,
  }
}

/** What the search sees of a patched record: what the server sets meanwhile is never searched. */
function after(before: Data, { set, unset }: Patch): Data {
  const kept = Object.entries(before).filter(([key]) => !unset.includes(key))
  return { ...Object.fromEntries(kept), ...set }
}

/** Merged by the database, so that what the server sets meanwhile (last login) is not undone. */
function patched(table: RecordTable, { set, unset }: Patch): SQL {
  const kept = unset.reduce((data, key) => sql`${data} - ${key}::text`, sql`${table.data}`)
  return sql`(${kept}) || ${JSON.stringify(set)}::jsonb`
}
