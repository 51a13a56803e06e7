import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import { type Claim, splitCaller, withCaller } from './claim.ts'
import type { Filled } from './filled.ts'
import { createLister, type Filter, type Page, type RowQuery, whereOf } from './list.ts'
import { inTransaction, type Tx } from './pool.ts'
import { wholeRows } from './rows.ts'
import type { SessionOwner } from './sessions.ts'
import { columnsOf, type Data, isId, type Stored, shapeOf } from './shape.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from './sql.ts'
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
  readonly resource: Resource
  /** With a claim, the page of its owner: see Page.owner, and show nothing without one. */
  list(query: RowQuery, claim?: Claim): Promise<Page>
  /** How many live records match all of these filters; remembered for a few seconds, as totals are. */
  count(filters: readonly Filter[]): Promise<number>
  /** The distinct texts at a declared filter of live records, most used first. */
  values(path: string): Promise<string[]>
  /** Undefined when there is no live record of this id. */
  get(id: string): Promise<Stored | undefined>
  /** The same for the owner of a claim, in one statement. */
  getFor(
    claim: Claim,
    id: string,
  ): Promise<{ owner: SessionOwner | undefined; record: Stored | undefined }>
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
export function createRecords(pool: pg.Pool, resource: Resource, filled: Filled): Records {
  const shape = shapeOf(resource)
  const table = raw(shape.table)
  const lister = createLister(pool, resource, filled)
  const columns = columnsOf(resource, (column) => filled.has(shape.table, column), 't')
  const rows = wholeRows(resource)
  const byId = {
    name: `get_${resource.page}`,
    text: `select ${rows.select} from ${shape.table} t where t.id = $1 and t.deleted_at is null`,
  }

  const read = async (runner: Runner, piece: Sql): Promise<Stored | undefined> => {
    const found = await runner.query<unknown[]>({ ...piece.toQuery(), rowMode: 'array' })
    const [row] = found.rows
    return row && rows.read(row)
  }

  const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      return await inTransaction(pool, work)
    } finally {
      lister.forget()
    }
  }

  /** Last in each transaction: all writes of a resource meet in this row. */
  const tally = (tx: Tx, by: 1 | -1) =>
    run(tx, sql`update tallies set live = live + ${by} where resource = ${resource.name}`)

  const log = (tx: Tx, action: 'create' | 'update' | 'delete', record: Stored, author: Author) =>
    run(
      tx,
      sql`insert into history (id, resource, record_id, version, action, actor_id, request_id, data)
        values (${uuidv7()}, ${resource.name}, ${record.id}, ${record.version}, ${action},
          ${author.id}, ${author.requestId}, ${JSON.stringify(record.data)})`,
    )

  const change = async (tx: Tx, known: Stored, set: Sql): Promise<Stored> => {
    const record = await read(
      tx,
      sql`update ${table} t set ${set}, version = ${known.version + 1}
        where t.id = ${known.id} and t.version = ${known.version} and t.deleted_at is null
        returning ${raw(rows.select)}`,
    )
    if (!record) throw new ChangedMeanwhileError()
    return record
  }

  /** Of what the public sent nothing stays that says what it was; that it was there, and who did what, does. */
  const erase = async (tx: Tx, { id }: Stored): Promise<void> => {
    await run(tx, sql`delete from ${table} where id = ${id}`)
    await run(
      tx,
      sql`update history set data = '{}' where resource = ${resource.name} and record_id = ${id}`,
    )
  }

  const amend: Records['amend'] = async (tx, known, patch, author) => {
    const text = searchText(resource, after(known.data, patch))
    const now = new Date().toISOString()
    const record = await change(
      tx,
      known,
      sql`updated_at = ${now}, data = ${patched(patch)}, search_text = ${text}`,
    )
    await log(tx, 'update', record, author)
    return record
  }

  return {
    resource,
    list: lister.list,
    count: lister.count,
    values: (path) => valuesOf(pool, resource, filled, path),

    async get(id) {
      if (!isId(id)) return undefined
      const found = await pool.query<unknown[]>({ ...byId, values: [id], rowMode: 'array' })
      const [row] = found.rows
      return row && rows.read(row)
    },

    async getFor(claim, id) {
      const where = isId(id) ? sql`t.id = ${id}` : raw('false')
      const asked = withCaller(
        claim,
        sql`select ${raw(rows.select)} from ${table} t where ${where} and t.deleted_at is null`,
      )
      const found = await pool.query<unknown[]>({
        name: `get_${resource.page}_for_${claim.form}_${isId(id)}`,
        ...asked.toQuery(),
        rowMode: 'array',
      })
      const { owner, rows: read } = splitCaller(claim, found.rows)
      return { owner, record: read[0] && rows.read(read[0]) }
    },

    create: (given, author, around) =>
      write(async (tx) => {
        const data = (await around?.before?.(tx)) ?? given
        const now = new Date().toISOString()
        const record = { id: uuidv7(), version: 1, createdAt: now, updatedAt: now, data }
        await run(
          tx,
          sql`insert into ${table} (id, version, created_at, updated_at, data, search_text)
            values (${record.id}, 1, ${now}, ${now}, ${JSON.stringify(data)},
              ${searchText(resource, data)})`,
        )
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
        const record = await change(tx, known, sql`updated_at = ${now}, deleted_at = ${now}`)
        if (resource.isFromPublic) await erase(tx, record)
        await log(tx, 'delete', resource.isFromPublic ? { ...record, data: {} } : record, author)
        await around?.after?.(tx, record)
        await tally(tx, -1)
      }),

    async lock(tx) {
      await rowsOf(tx, sql`select live from tallies where resource = ${resource.name} for update`)
    },

    oldest: (tx, filters = []) =>
      read(
        tx,
        sql`select ${raw(rows.select)} from ${table} t
          where ${whereOf(columns, { filters })} order by t.created_at, t.id limit 1`,
      ),

    amend,
  }
}

/** What the search sees of a patched record: what the server sets meanwhile is never searched. */
function after(before: Data, { set, unset }: Patch): Data {
  const kept = Object.entries(before).filter(([key]) => !unset.includes(key))
  return { ...Object.fromEntries(kept), ...set }
}

/** Merged by the database, so that keys which the patch does not name keep their value. */
function patched({ set, unset }: Patch): Sql {
  return sql`(t.data - ${[...unset]}::text[]) || ${JSON.stringify(set)}::jsonb`
}
