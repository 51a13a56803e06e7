import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Unique } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { SEARCH_VERSION, searchText } from '#model/search.ts'
import {
  COLUMN_TYPES,
  type Data,
  identifier,
  type Shape,
  shapeOf,
  TEXT_ORDER,
  valueIn,
} from '#server/records/shape.ts'
import { indexesFor, type Means, makeIndex } from './indexes.ts'
import { quote } from './json-sql.ts'
import { inSetupLock } from './locks.ts'
import { expectedOf, migrate, readMigrations } from './migrate.ts'
import { databaseCode } from './pool.ts'
import { examineStructure } from './schema-check.ts'

/** What a start finds out of the database while it brings it up to the declarations. */
export interface Prepared {
  means: Means
  /** By resource, the unique rules without an index: stored records break them. */
  broken: ReadonlyMap<string, readonly Unique[]>
  /** Indexes that were not made: stored texts are too long for them. */
  tooLong: readonly string[]
}

/**
 * Brings the database up to this program: migrations, then tables, columns and indexes of the declarations. All of it
 * is one transaction, and one process does it at a time. It drops no data: the JSON of records keeps what no
 * declaration names. Throws SchemaError.
 */
export function prepareDatabase(client: Client, registry: readonly Resource[]): Promise<Prepared> {
  return inSetupLock(client, async () => {
    await migrate(client, readMigrations())
    await repairIndexes(client)
    return declareTables(client, registry)
  })
}

/** Makes what the declarations need and is missing, in the caller's transaction. */
export async function declareTables(
  client: Client,
  registry: readonly Resource[],
): Promise<Prepared> {
  const means = { trigrams: await makeTrigrams(client), textOrder: await makeTextOrder(client) }
  const broken = new Map<string, readonly Unique[]>()
  const tooLong: string[] = []
  for (const resource of registry) {
    const shape = shapeOf(resource)
    await makeRecordTable(client, shape.table)
    await addTimes(client, shape)
    await makeTally(client, resource)
    // Before keys are renamed, so that this writes as few indexes as can be.
    await dropOldColumns(client, shape)
    await renameKeys(client, resource, shape.table)
    await addColumns(client, shape)
    await remakeSearchTexts(client, resource)
    const left = await makeIndexes(client, resource, means)
    broken.set(resource.name, left.broken)
    tooLong.push(...left.tooLong)
  }
  return { means, broken, tooLong }
}

/** The table of a resource's records, as every declaration has it. */
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

/** The table of the server's own times. Each sign-in writes it: room on the page lets a new version of the row stay there. */
export async function makeKeptTable(client: Client, keptTable: string): Promise<void> {
  await client.query(
    `create table if not exists ${keptTable} (id uuid primary key) with (fillfactor = 70)`,
  )
}

/** Adds the times that are missing. Altering a table blocks its writers, so it is asked first. */
async function addTimes(client: Client, { keptTable, kept }: Shape): Promise<void> {
  if (kept.length === 0) return
  await makeKeptTable(client, keptTable)
  const { rows } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = to_regclass($1) and not attisdropped',
    [keptTable],
  )
  for (const { name, kind } of kept)
    if (!rows.some((row) => row.name === name))
      await client.query(`alter table ${keptTable} add column ${name} ${COLUMN_TYPES[kind]}`)
}

async function makeTally(client: Client, resource: Resource): Promise<void> {
  await client.query(
    `insert into tallies (resource, live, search_made_from)
     select $1, (select count(*) from ${shapeOf(resource).table} where deleted_at is null), $2
     where not exists (select from tallies where resource = $1)`,
    [resource.name, searchMadeFrom(resource)],
  )
}

/** A column that PostgreSQL computes from `data`, with the statement of its function if it has one. */
interface Generated {
  name: string
  /** What follows the name in ADD COLUMN. */
  what: string
  makeFunction?: string
  /** A hash of all that makes it, which is the column's comment. */
  madeBy: string
}

/** Computed columns call a function of their own, for generated columns take no subquery. */
function generatedColumns({ table, columns }: Shape): Generated[] {
  return columns.map((column) => {
    const type = COLUMN_TYPES[column.kind]
    const value = valueIn('data', column)
    const function_ = functionName(table, column.name)
    return {
      name: column.name,
      what: `${type} generated always as (${column.madeBy ? `${function_}(data)` : value}) stored`,
      ...(column.madeBy && {
        makeFunction: `create function ${function_}(jsonb) returns ${type.replace(/ collate .*/, '')}
          language sql immutable parallel safe return ${valueIn('$1', column)}`,
      }),
      madeBy: hashOf(`${type} ${value}`),
    }
  })
}

/** The functions of computed columns, as a pattern of LIKE. */
export const FUNCTIONS = 'value\\_rec\\_%'

function functionName(table: string, column: string): string {
  return identifier('value', table, column)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The generated columns of a table by name, with their comments. */
async function generatedIn(client: Client, table: string): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; madeBy: string | null }>(
    `select attname as name, col_description(attrelid, attnum) as "madeBy" from pg_attribute
     where attrelid = to_regclass($1) and attgenerated = 's' and not attisdropped`,
    [table],
  )
  return new Map(rows.map(({ name, madeBy }) => [name, madeBy]))
}

/** Drops the columns that are declared in another way, or not any more, with their indexes. */
async function dropOldColumns(client: Client, shape: Shape): Promise<void> {
  const { table } = shape
  const declared = new Map(generatedColumns(shape).map(({ name, madeBy }) => [name, madeBy]))
  const old = [...(await generatedIn(client, table))].flatMap(([name, madeBy]) =>
    isHash(madeBy) && declared.get(name) !== madeBy ? [name] : [],
  )
  if (old.length === 0) return
  await client.query(`alter table ${table} ${old.map((name) => `drop column ${name}`).join(', ')}`)
  for (const name of old)
    await client.query(`drop function if exists ${functionName(table, name)}(jsonb)`)
}

/** What somebody else has made has another comment, or none. */
function isHash(madeBy: string | null): boolean {
  return /^[0-9a-f]{16}$/.test(madeBy ?? '')
}

/** Adds the missing columns in one statement: it rewrites the table once. */
async function addColumns(client: Client, shape: Shape): Promise<void> {
  const { table } = shape
  const known = await generatedIn(client, table)
  const missing = generatedColumns(shape).filter(({ name }) => !known.has(name))
  if (missing.length === 0) return
  for (const { makeFunction } of missing) if (makeFunction) await client.query(makeFunction)
  const added = missing.map(({ name, what }) => `add column ${name} ${what}`)
  await client.query(`alter table ${table} ${added.join(', ')}`)
  for (const { name, madeBy } of missing)
    await client.query(`comment on column ${table}.${name} is ${quote(madeBy)}`)
}

/**
 * Moves the values of renamed keys in records and in the history, once for each change of the declaration. A declaration
 * from before a rename gets the values back, so that what is edited under the old key moves again with the next upgrade.
 */
async function renameKeys(client: Client, resource: Resource, table: string) {
  const { name, renamedFrom } = resource
  const mark = `renamed ${name}`
  const declared = JSON.stringify(renamedFrom)
  const { rows } = await client.query<{ value: string }>(
    'select value from marks where name = $1',
    [mark],
  )
  const before = rows[0]?.value ?? '{}'
  if (before === declared) return
  const known = new Set(Object.keys({ ...resource.create.shape, ...resource.update.shape }))
  const back = Object.entries<string>(JSON.parse(before)).flatMap(([key, old]) =>
    known.has(old) && !known.has(key) ? [[old, key] as const] : [],
  )
  /** The JSON of a record with the new key; a value that is there already stays. */
  const moved = `data - $1 || case when data ? $2 then '{}' else jsonb_build_object($2::text, data -> $1) end`
  for (const [key, old] of [...back, ...Object.entries(renamedFrom)]) {
    await client.query(`update ${table} set data = ${moved} where data ? $1`, [old, key])
    await client.query(
      `update history set data = case when data ? $1 then ${moved} else data end,
         fields = (select jsonb_object_agg(
             case when path = $1 or starts_with(path, $1 || '.') then $2 || substr(path, length($1) + 1) else path end, value)
           from jsonb_each(fields) as f(path, value))
       where resource = $3 and (data ? $1 or exists (select from jsonb_object_keys(fields) as path
         where path = $1 or starts_with(path, $1 || '.')))`,
      [old, key, name],
    )
  }
  await client.query(
    `insert into marks (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [mark, declared],
  )
}

const BATCH = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

function searchMadeFrom({ search }: Resource): string {
  return `${SEARCH_VERSION}:${search.join(',')}`
}

/** Computes the search texts of a resource again if they were made from other fields. */
async function remakeSearchTexts(client: Client, resource: Resource): Promise<void> {
  const { table } = shapeOf(resource)
  const madeFrom = searchMadeFrom(resource)
  const changed = await client.query(
    'update tallies set search_made_from = $2 where resource = $1 and search_made_from <> $2',
    [resource.name, madeFrom],
  )
  if (!changed.rowCount) return
  for (let after = FIRST_ID; ; ) {
    const { rows } = await client.query<{ id: string; data: Data }>(
      `select id, data from ${table} where id > $1 order by id limit ${BATCH}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    await client.query(
      `update ${table} t set search_text = n.text
       from unnest($1::uuid[], $2::text[]) as n(id, text) where t.id = n.id`,
      [rows.map(({ id }) => id), rows.map(({ data }) => searchText(resource, data))],
    )
    after = last.id
  }
}

/** Makes the missing indexes and drops those that are not declared. Returns what stored records kept from being made. */
async function makeIndexes(client: Client, resource: Resource, means: Means) {
  const { table } = shapeOf(resource)
  const declared = indexesFor(resource, means)
  const known = await knownIndexes(client, table)
  for (const [name, { madeBy }] of known)
    if (isHash(madeBy) && !declared.some((index) => index.name === name))
      await client.query(`drop index ${name}`)
  const broken: Unique[] = []
  const tooLong: string[] = []
  for (const index of declared) {
    const there = known.get(index.name)
    if (there?.isValid && there.madeBy === index.madeBy) continue
    const drop = there ? [`drop index ${index.name}`] : []
    const obstacle = await make(client, [...drop, ...makeIndex(table, index)])
    if (obstacle && index.rule) broken.push(index.rule)
    if (obstacle === 'too long') tooLong.push(index.name)
  }
  return { broken, tooLong }
}

/** The indexes of a table by name, but for those of its keys. */
async function knownIndexes(client: Client, table: string) {
  const { rows } = await client.query<{ name: string; madeBy: string | null; isValid: boolean }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as "madeBy", i.indisvalid as "isValid"
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = to_regclass($1) and not i.indisprimary`,
    [table],
  )
  return new Map(rows.map(({ name, ...known }) => [name, known]))
}

/** Why stored records keep an index from being made, by SQLSTATE. */
const OBSTACLES: Readonly<Record<string, 'twice' | 'too long'>> = {
  '23505': 'twice',
  '54000': 'too long',
}

/** Returns what stands against an index in stored records: it waits for a start that finds them corrected. */
async function make(client: Client, statements: readonly string[]) {
  await client.query('savepoint making')
  try {
    for (const statement of statements) await client.query(statement)
    return undefined
  } catch (error) {
    const obstacle = OBSTACLES[databaseCode(error) ?? '']
    if (!obstacle) throw error
    await client.query('rollback to savepoint making')
    return obstacle
  }
}

/** Makes the indexes of migrations that are missing, and again those that a failed build left invalid. */
async function repairIndexes(client: Client): Promise<void> {
  const { missingIndexes, invalidIndexes } = await examineStructure(client, [])
  for (const [name, { statement }] of expectedOf(readMigrations()).indexes) {
    if (invalidIndexes.includes(name)) await client.query(`drop index ${name}`)
    else if (!missingIndexes.includes(name)) continue
    await client.query(statement)
  }
}

/**
 * The name of the trigram operator class, with the schema that an operator may have put it into.
 * Managed databases may not allow extensions: a savepoint keeps that from ending the transaction.
 */
async function makeTrigrams(client: Client): Promise<string | undefined> {
  await client.query('savepoint trigrams')
  try {
    await client.query('create extension if not exists pg_trgm')
  } catch {
    await client.query('rollback to savepoint trigrams')
  }
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(n.nspname) || '.gin_trgm_ops' as name
     from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace where c.opcname = 'gin_trgm_ops'`,
  )
  return rows[0]?.name
}

/**
 * Makes the collation by which lists sort texts, the same on every PostgreSQL: by Unicode's letters, then accents,
 * and numbers in texts by value. Equality and uniqueness stay those of the letters themselves.
 * Returns the version of its rules, which an update of the ICU library may change; undefined where PostgreSQL was built
 * without ICU, so that texts are sorted by their code points.
 */
async function makeTextOrder(client: Client): Promise<string | undefined> {
  await client.query('savepoint text_order')
  try {
    await client.query(
      `create collation if not exists ${TEXT_ORDER} (provider = icu, locale = 'und-u-kn-true')`,
    )
  } catch {
    await client.query('rollback to savepoint text_order')
    await client.query(`create collation if not exists ${TEXT_ORDER} from "C"`)
  }
  const { rows } = await client.query<{ noted: string | null; version: string | null }>(
    `select collversion as noted, pg_collation_actual_version(oid) as version
     from pg_collation where oid = to_regcollation('${TEXT_ORDER}')`,
  )
  const { noted, version } = rows[0] ?? {}
  // Its indexes are made again, for the version is among what makes them (indexes.ts).
  if (noted !== version) await client.query(`alter collation ${TEXT_ORDER} refresh version`)
  return version ?? undefined
}
