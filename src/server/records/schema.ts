import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import * as z from 'zod'
import type { Unique } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { SEARCH_VERSION, searchText } from '#model/search.ts'
import { type StorageIndex, storageOf } from '#model/storage.ts'
import { quote } from '#server/db/json-sql.ts'
import { inSetupLock } from '#server/db/locks.ts'
import { migrate, readMigrations, repairIndexes } from '#server/db/migrate.ts'
import { trySql } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import {
  COLUMN_TYPES,
  columnsOf,
  type Data,
  identifier,
  type Shape,
  shapeOf,
  TEXT_ORDER,
  uniqueParts,
  valueIn,
} from './shape.ts'

/** The operator class of the trigram index for searches, and the version of the order of texts. */
type Means = { trigrams: string | undefined; textOrder: string | undefined }

/**
 * Upgrades the database to this version: migrations, then tables, columns and indexes of the declarations, in one
 * transaction that only one process runs at a time. Keeps the data of fields that are no longer declared. Throws
 * SchemaError.
 */
export function prepareDatabase(client: Client, registry: readonly Resource[]) {
  return inSetupLock(client, async () => {
    const migrations = readMigrations()
    await migrate(client, migrations)
    await repairIndexes(client, migrations)
    return declareTables(client, registry)
  })
}

/**
 * Creates the missing tables, columns and indexes of the declarations, in the caller's transaction. Returns, by
 * resource, the unique rules whose indexes stored records prevent, and the names of indexes that stored texts are too
 * long for.
 */
export async function declareTables(client: Client, registry: readonly Resource[]) {
  const means: Means = {
    trigrams: await makeTrigrams(client),
    textOrder: await makeTextOrder(client),
  }
  const broken = new Map<string, readonly Unique[]>()
  const tooLong: string[] = []
  for (const resource of registry) {
    const shape = shapeOf(resource)
    await makeRecordTable(client, shape.table)
    if (shape.kept.length > 0) await makeKeptTable(client, shape.keptTable, shape.kept)
    await client.query(
      `insert into tallies (resource, live, search_made_from)
       select $1, (select count(*) from ${shape.table} where deleted_at is null), $2
       where not exists (select from tallies where resource = $1)`,
      [resource.name, searchMadeFrom(resource)],
    )
    // Before the keys are renamed, so that the update writes fewer indexes.
    await updateColumns(client, shape)
    await renameKeys(client, resource, shape.table)
    await remakeSearchTexts(client, resource)
    broken.set(resource.name, await makeIndexes(client, resource, means, tooLong))
  }
  return { means, broken, tooLong }
}

/** Creates the table of a resource's records with the columns that every resource has. */
export async function makeRecordTable(client: Client, table: string): Promise<void> {
  await client.query(
    `create table if not exists ${table} (
      id uuid primary key,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      data jsonb not null,
      search_text text not null
    )`,
  )
}

/** Creates the table of the server's own times, or its missing columns. Free space keeps an update on the same page. */
export async function makeKeptTable(client: Client, table: string, kept: Shape['kept'] = []) {
  await client.query(
    `create table if not exists ${table} (id uuid primary key) with (fillfactor = 70)`,
  )
  const known = await columnComments(client, table)
  // ALTER TABLE blocks all readers and writers, even if it changes nothing.
  for (const { name, kind } of kept.filter((one) => !known.has(one.name)))
    await client.query(`alter table ${table} add column ${name} ${COLUMN_TYPES[kind]}`)
}

/** Returns the comments on the columns of a table by name. */
async function columnComments(client: Client, table: string) {
  const { rows } = await client.query<{ name: string; madeBy: string | null }>(
    `select attname as name, col_description(attrelid, attnum) as "madeBy" from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  )
  return new Map(rows.map(({ name, madeBy }) => [name, madeBy]))
}

/** Columns and indexes of this server have a hash of their definition as comment. Others are left alone. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function isHash(comment: string | null | undefined): boolean {
  return /^[0-9a-f]{16}$/.test(comment ?? '')
}

/** The names of the functions of computed columns, as a LIKE pattern. */
export const FUNCTIONS = 'value\\_rec\\_%'

/**
 * Drops the columns that are no longer declared, or declared differently, with their indexes, and adds the missing
 * ones. PostgreSQL computes them from `data`. A computed field needs a function, because generated columns allow no
 * subquery.
 */
async function updateColumns(client: Client, { table, columns }: Shape): Promise<void> {
  const functionOf = (column: string) => identifier('value', table, column)
  const declared = columns.map((column) => {
    const { name, kind, madeBy } = column
    const [type, value] = [COLUMN_TYPES[kind], valueIn('data', column)]
    const made = madeBy ? `${functionOf(name)}(data)` : value
    const what = `add column ${name} ${type} generated always as (${made}) stored`
    return { column, name, type, what, hash: hashOf(`${type} ${value}`) }
  })
  const known = await columnComments(client, table)
  const hashes = new Map(declared.map(({ name, hash }) => [name, hash]))
  const old = [...known].flatMap(([name, comment]) =>
    isHash(comment) && hashes.get(name) !== comment ? [name] : [],
  )
  if (old.length > 0)
    await client.query(
      `alter table ${table} ${old.map((name) => `drop column ${name}`).join(', ')}`,
    )
  for (const name of old) await client.query(`drop function if exists ${functionOf(name)}(jsonb)`)
  const missing = declared.filter(({ name }) => !known.has(name) || old.includes(name))
  if (missing.length === 0) return
  for (const { column, name, type } of missing)
    if (column.madeBy)
      await client.query(
        `create function ${functionOf(name)}(jsonb) returns ${type.replace(/ collate .*/, '')}
          language sql immutable parallel safe return ${valueIn('$1', column)}`,
      )
  // One statement rewrites the table only once.
  await client.query(`alter table ${table} ${missing.map(({ what }) => what).join(', ')}`)
  for (const { name, hash } of missing)
    await client.query(`comment on column ${table}.${name} is ${quote(hash)}`)
}

/** Returns all indexes of a resource, with their SQL after the table's name. */
export function indexesFor(resource: Resource, { trigrams, textOrder }: Means) {
  const sql = columnsOf(resource)
  const defaultSort = sql.sort(resource.defaultSort.replace(/^-/, ''))
  const live = (what: string, more = '') => `${what} where deleted_at is null${more}`
  const sqlOf = (index: StorageIndex): string => {
    const { path } = index
    switch (index.use) {
      // Counts of a past moment include deleted records.
      case 'gone':
        return '(deleted_at) where deleted_at is not null'
      case 'sort':
        return live(`((${sql.sort(path)}), id)`)
      // Sorted, so that it also serves the filtered list.
      case 'filter':
        return live(`((${sql.value(path)}), (${defaultSort}), id)`)
      case 'refs':
        return live(`using gin (${sql.value(path)})`)
      case 'search':
        return live(`using gin (search_text ${trigrams})`)
      case 'unique': {
        const { only } = index.rule
        const parts = uniqueParts(sql, index.rule).map((part) => `(${part})`)
        const some = only === undefined ? '' : ` and ${sql.value(path)} = ${quote(String(only))}`
        return live(`(${parts.join(', ')})`, some)
      }
    }
  }
  return storageOf(resource)
    .indexes.filter(({ use }) => use !== 'search' || trigrams)
    .map((index) => {
      const what = sqlOf(index)
      // Another version of the text order may sort the entries differently.
      const version = what.includes(TEXT_ORDER) ? textOrder : ''
      const rule = index.use === 'unique' ? index.rule : undefined
      const madeBy = hashOf(`${rule !== undefined}${what}${version}`)
      return { name: identifier(index.name), rule, what, madeBy }
    })
}

/** SQLSTATEs: two records have the same value, or a text is too long. */
const [TWICE, TOO_LONG] = ['23505', '54000']

/**
 * Creates the missing indexes and drops the undeclared ones. Returns the unique rules whose indexes stored records
 * prevent. Adds the names of indexes with too long texts to `tooLong`. A later start creates those.
 */
async function makeIndexes(client: Client, resource: Resource, means: Means, tooLong: string[]) {
  const { table } = shapeOf(resource)
  const declared = indexesFor(resource, means)
  const { rows } = await client.query<{ name: string; madeBy: string | null; isValid: boolean }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as "madeBy", i.indisvalid as "isValid"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = to_regclass($1) and not i.indisprimary`,
    [table],
  )
  for (const { name, madeBy } of rows)
    if (isHash(madeBy) && !declared.some((index) => index.name === name))
      await client.query(`drop index ${name}`)
  const broken: Unique[] = []
  for (const { name, what, rule, madeBy } of declared) {
    const index = rows.find((one) => one.name === name)
    if (index?.isValid && index.madeBy === madeBy) continue
    const code = await trySql(
      client,
      `${index ? `drop index ${name};` : ''}
       create ${rule ? 'unique' : ''} index ${name} on ${table} ${what};
       comment on index ${name} is ${quote(madeBy)}`,
      [TWICE, TOO_LONG],
    )
    if (code !== undefined && rule) broken.push(rule)
    if (code === TOO_LONG) tooLong.push(name)
  }
  return broken
}

/**
 * Moves the values of renamed keys in records and history, once for each change of the declaration. An older
 * declaration moves the values back, so that later edits under the old key move again with the next upgrade. If a
 * record has both keys, the value under the new key remains, because the later version wrote it.
 */
async function renameKeys(client: Client, resource: Resource, table: string) {
  const { name, renamedFrom, create, update } = resource
  const mark = `renamed ${name}`
  const declared = JSON.stringify(renamedFrom)
  const { rows } = await client.query<{ value: string }>(
    'select value from marks where name = $1',
    [mark],
  )
  const before = rows[0]?.value ?? '{}'
  if (before === declared) return
  const known: Readonly<Record<string, z.core.$ZodType>> = { ...update.shape, ...create.shape }
  const moves: { from: string; to: string; isBack?: true }[] = []
  for (const [from, to] of Object.entries<string>(JSON.parse(before)))
    if (known[to] && !known[from] && (await hasFitting(client, table, from, known[to])))
      moves.push({ from, to, isBack: true })
  moves.push(...Object.entries(renamedFrom).map(([to, from]) => ({ from, to })))
  const value = 'jsonb_build_object($2::text, data -> $1)'
  const isMoved = `(path = $1 or starts_with(path, $1 || '.'))`
  for (const { from, to, isBack } of moves) {
    const moved = isBack ? `(data - $1) || ${value}` : `${value} || (data - $1)`
    await client.query(`update ${table} set data = ${moved} where data ? $1`, [from, to])
    // Of two entries for a path, jsonb_object_agg takes the last.
    await client.query(
      `update history set data = case when data ? $1 then ${moved} else data end,
         fields = (select jsonb_object_agg(
             case when ${isMoved} then $2 || substr(path, length($1) + 1) else path end, value
             order by ${isMoved} ${isBack ? 'asc' : 'desc'})
           from jsonb_each(fields) as f(path, value))
       where resource = $3 and (data ? $1 or exists (select from jsonb_object_keys(fields) as path
         where ${isMoved}))`,
      [from, to, name],
    )
  }
  await client.query(
    `insert into marks (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [mark, declared],
  )
}

/**
 * Returns whether the first values of a key fit a field. If none does, the declaration gave the key's old name to a
 * field of another kind, and the values stay where they are.
 */
async function hasFitting(client: Client, table: string, key: string, field: z.core.$ZodType) {
  const { rows } = await client.query<{ value: unknown }>(
    `select data -> $1 as value from ${table} where jsonb_typeof(data -> $1) <> 'null' limit 100`,
    [key],
  )
  const isOther = (value: unknown) =>
    z.safeParse(field, value).error?.issues[0]?.code === 'invalid_type'
  return rows.length === 0 || !rows.every(({ value }) => isOther(value))
}

function searchMadeFrom({ search }: Resource): string {
  return `${SEARCH_VERSION}:${search.join(',')}`
}

/** Recomputes the search texts of a resource if their fields changed. */
async function remakeSearchTexts(client: Client, resource: Resource): Promise<void> {
  const { table } = shapeOf(resource)
  const changed = await client.query(
    'update tallies set search_made_from = $2 where resource = $1 and search_made_from <> $2',
    [resource.name, searchMadeFrom(resource)],
  )
  if (!changed.rowCount) return
  for await (const rows of batchesOf(client, table))
    await client.query(
      `update ${table} t set search_text = n.text
       from unnest($1::uuid[], $2::text[]) as n(id, text) where t.id = n.id`,
      [rows.map(({ id }) => id), rows.map(({ data }) => searchText(resource, data))],
    )
}

const BATCH = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Reads the records of a table that match a condition on `t`, in batches and in the order of their ids. */
export async function* batchesOf(runner: Runner, table: string, condition = 'true') {
  for (let after = FIRST_ID; ; ) {
    const { rows } = await runner.query<{ id: string; data: Data }>(
      // Compares the id column, which has an index, not its text.
      `select t.id::text as id, t.data from ${table} t
       where ${condition} and t.id > $1 order by t.id limit ${BATCH}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/**
 * Creates the trigram extension if the database allows it. Returns the name of its operator class with its schema,
 * which the operator may have chosen.
 */
async function makeTrigrams(client: Client): Promise<string | undefined> {
  await trySql(client, 'create extension if not exists pg_trgm')
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(n.nspname) || '.gin_trgm_ops' as name
     from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace where c.opcname = 'gin_trgm_ops'`,
  )
  return rows[0]?.name
}

/**
 * Creates the collation by which lists sort texts, the same on every PostgreSQL: letters by Unicode, then accents, and
 * numbers in texts by value. It does not change equality. Returns the version of its rules, which an update of the ICU
 * library may change. Returns undefined if PostgreSQL was built without ICU: then texts sort by code points.
 */
async function makeTextOrder(client: Client): Promise<string | undefined> {
  const make = `create collation if not exists ${TEXT_ORDER}`
  const failed = await trySql(client, `${make} (provider = icu, locale = 'und-u-kn-true')`)
  if (failed !== undefined) await client.query(`${make} from "C"`)
  const { rows } = await client.query<{ noted: string | null; version: string | null }>(
    `select collversion as noted, pg_collation_actual_version(oid) as version
     from pg_collation where oid = to_regcollation('${TEXT_ORDER}')`,
  )
  const { noted, version } = rows[0] ?? {}
  // The indexes are rebuilt, because their hashes contain the version.
  if (noted !== version) await client.query(`alter collation ${TEXT_ORDER} refresh version`)
  return version ?? undefined
}
