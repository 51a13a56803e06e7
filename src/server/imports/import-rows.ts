import type pg from 'pg'
import { inTransaction } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import type {
  Claim,
  Counts,
  Found,
  ImportTables,
  KeptCells,
  KeptImport,
  KeptRow,
} from './kept-imports.ts'

/** So long after it was asked for, who applies it has surely begun. */
const FRESH_MS = 5000
const ROWS_AT_ONCE = 1000

const IMPORT =
  raw(`id, resource, owner_id as "ownerId", file, format, at, state, columns, by_path as "by", reading,
  numbers, dates, rows, reached, done, counts, revision, problem, key_hash as "keyHash", change_id as "change",
  coalesce(applying_at > now() - interval '${FRESH_MS} ms', false) as "isFresh"`)
const ROW = raw(
  `r.line, r.cells, r.damage, r.state, r.faults, r.record_id as "recordId", r.version, r.name, r.fields`,
)

export function createImportTables(pool: pg.Pool): ImportTables<KeptCells> {
  const change = (one: KeptImport, set: Sql, runner: Runner = pool) =>
    run(
      runner,
      sql`update imports set ${set}, revision = revision + 1
        where id = ${one.id} and revision = ${one.revision}`,
    )

  /** What a row said by former columns is not shown. */
  const read = ({ reached }: KeptImport, row: KeptRow<KeptCells>): KeptRow<KeptCells> =>
    row.line <= reached
      ? row
      : { ...row, ...{ state: 'waiting', faults: null, recordId: null, name: null, fields: null } }

  return {
    async begin({ id, resource, ownerId, file, format }) {
      await run(
        pool,
        sql`insert into imports (id, resource, owner_id, file, format)
          values (${id}, ${resource}, ${ownerId}, ${file}, ${format})`,
      )
    },

    async add(id, rows) {
      await run(
        pool,
        sql`insert into import_rows (import_id, line, cells, damage)
          select ${id}::uuid, line, cells, damage
          from json_to_recordset(${JSON.stringify(rows)}::json) as u(line int, cells jsonb, damage text)`,
        'import_rows_add',
      )
    },

    async ready(id, { columns, by, rows, reading }) {
      await run(
        pool,
        sql`update imports set state = 'read', columns = ${JSON.stringify(columns)}, by_path = ${by},
          reading = ${JSON.stringify(reading)}, rows = ${rows}, counts = ${JSON.stringify(waiting(rows))} where id = ${id}`,
      )
    },

    async get(id, { resource, ownerId }) {
      if (!isId(id)) return undefined
      const [found] = await rowsOf<KeptImport>(
        pool,
        sql`select ${IMPORT} from imports
          where id = ${id} and owner_id = ${ownerId} and resource = ${resource} and state <> 'reading'`,
      )
      return found
    },

    setColumns: (one, { columns, by, numbers, dates }) =>
      inTransaction(pool, async (tx) => {
        const set = sql`state = 'read', columns = ${JSON.stringify(columns)}, by_path = ${by},
          numbers = ${numbers}, dates = ${dates}, reached = 0, done = 0, counts = ${JSON.stringify(waiting(one.rows))}, problem = null`
        if ((await change(one, set, tx)) === 0) return false
        await run(tx, sql`delete from import_claims where import_id = ${one.id}`)
        return true
      }),

    after: (runner, id, line, most) =>
      rowsOf<KeptRow<KeptCells>>(
        runner ?? pool,
        sql`select ${ROW} from import_rows r where r.import_id = ${id} and r.line > ${line}
          order by r.line limit ${most}`,
      ),

    async rows(one, state, { offset, limit }) {
      const { reached } = one
      const where =
        state === undefined
          ? raw('true')
          : state === 'waiting'
            ? sql`(r.line > ${reached} or r.state = 'waiting')`
            : sql`r.line <= ${reached} and r.state = ${state}`
      const found = await rowsOf<KeptRow<KeptCells>>(
        pool,
        sql`select ${ROW} from import_rows r where r.import_id = ${one.id} and ${where}
          order by r.line limit ${limit} offset ${offset}`,
      )
      return found.map((row) => read(one, row))
    },

    async lines(one, lines) {
      const found = await rowsOf<KeptRow<KeptCells>>(
        pool,
        sql`select ${ROW} from import_rows r
          where r.import_id = ${one.id} and r.line = any(${[...lines]}::int[]) order by r.line`,
      )
      return found.map((row) => read(one, row))
    },

    async earlier(id, claims) {
      if (claims.length === 0) return new Map()
      const own = new Set(claims.map(({ line }) => line))
      const kept = await rowsOf<Claim>(
        pool,
        sql`select claim, line from import_claims
          where import_id = ${id} and claim = any(${claims.map(({ claim }) => claim)}::text[])`,
      )
      const first = new Map<string, number>()
      for (const { claim, line } of [...kept.filter(({ line }) => !own.has(line)), ...claims])
        first.set(claim, Math.min(line, first.get(claim) ?? line))
      return new Map(
        claims.flatMap(({ line, claim }) => {
          const before = first.get(claim) ?? line
          return before < line ? [[line, { claim, line: before }] as const] : []
        }),
      )
    },

    async sharing(id, lines, claims) {
      const found = await rowsOf<{ line: number }>(
        pool,
        sql`select distinct c.line from import_claims c where c.import_id = ${id} and c.claim in (
            select o.claim from import_claims o
              where o.import_id = ${id} and o.line = any(${[...lines]}::int[])
            union select unnest(${claims.map(({ claim }) => claim)}::text[])
          ) order by c.line limit 100`,
      )
      return found.map(({ line }) => line)
    },

    keep: (one, found, claims, now) =>
      inTransaction(pool, async (tx) => {
        const set = sql`state = ${now.state}, reached = ${now.reached}, done = ${now.done},
          counts = ${JSON.stringify(now.counts)}`
        if ((await change(one, set, tx)) === 0) return false
        const lines = sql`${found.map(({ line }) => line)}::int[]`
        for (const part of parts(found))
          await run(
            tx,
            sql`update import_rows r set state = u.state, faults = u.faults, record_id = u.record_id,
                version = u.version, name = u.name, fields = u.fields,
                cells = coalesce(u.cells, r.cells), damage = case when u.cells is null then r.damage end
              from json_to_recordset(${JSON.stringify(part.map(toRow))}::json) as u(line int, state text,
                faults jsonb, record_id uuid, version int, name text, fields jsonb, cells jsonb)
              where r.import_id = ${one.id} and r.line = u.line`,
            'import_rows_keep',
          )
        // Of rows that were never looked at there are none.
        if (now.reached === one.reached)
          await run(
            tx,
            sql`delete from import_claims where import_id = ${one.id} and line = any(${lines})`,
          )
        await run(
          tx,
          sql`insert into import_claims (import_id, claim, line)
            select ${one.id}::uuid, claim, line from json_to_recordset(${JSON.stringify(claims)}::json)
              as u(line int, claim text) on conflict do nothing`,
        )
        return true
      }),

    async setApplying(one, keyHash) {
      const set = sql`state = 'applying', done = 0, problem = null, key_hash = ${keyHash}, applying_at = now()`
      return (await change(one, set)) === 1
    },

    async hold(tx, id) {
      // Stands in nobody's way but of whoever wants to erase it, or to know whether it is held.
      const held = await rowsOf(
        tx,
        sql`select 1 from imports where id = ${id} and state = 'applying' for key share`,
      )
      return held.length > 0
    },

    async progress(id, done) {
      await run(pool, sql`update imports set done = ${done} where id = ${id}`)
    },

    async applied(tx, id, changeId) {
      await run(
        tx,
        sql`update imports set state = 'applied', change_id = ${changeId}, done = rows,
          revision = revision + 1 where id = ${id}`,
      )
      await run(tx, sql`delete from import_claims where import_id = ${id}`)
      await run(tx, sql`delete from import_rows where import_id = ${id} and state <> 'refused'`)
    },

    free: (id, problem, isOurs = false) =>
      inTransaction(pool, async (tx) => {
        const free = await rowsOf(
          tx,
          sql`select 1 from imports where id = ${id} and state = 'applying'
            ${raw(isOurs ? 'for no key update' : 'for update skip locked')}`,
        )
        if (free.length === 0) return false
        await run(
          tx,
          sql`update imports set state = 'planned', done = rows, problem = ${problem}, key_hash = null,
            applying_at = null, revision = revision + 1 where id = ${id}`,
        )
        return true
      }),

    async remove(id) {
      await run(pool, sql`delete from imports where id = ${id}`)
    },

    async keepLatest(ownerId, most) {
      await run(
        pool,
        sql`delete from imports where id in (
          select id from imports where owner_id = ${ownerId} order by at desc, id desc offset ${most}
        ) and state <> 'applying'`,
      )
    },
  }
}

function toRow({ line, state, faults, recordId, version, name, fields, cells }: Found<KeptCells>) {
  return {
    ...{ line, state, version, name, fields, record_id: recordId },
    ...{ faults: faults && faults.length > 0 ? faults : null, cells: cells ?? null },
  }
}

function waiting(rows: number): Counts {
  return { waiting: rows, create: 0, update: 0, unchanged: 0, refused: 0 }
}

function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, place) =>
    all.slice(place * ROWS_AT_ONCE, (place + 1) * ROWS_AT_ONCE),
  )
}
