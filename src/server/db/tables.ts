import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { referencesIn } from '#server/records/references-in.ts'
import {
  COLUMN_TYPES,
  type Columns,
  columnsOf,
  type FieldColumn,
  type Shape,
  shapeOf,
  valueIn,
} from '#server/records/shape.ts'
import { Filled } from './filled.ts'
import {
  type Index,
  indexesFor,
  knownIndexes,
  type Means,
  makeIndex,
  readUnindexed,
} from './indexes.ts'
import { quote } from './json-sql.ts'
import { inShortStep } from './migrate.ts'
import { databaseCode } from './pool.ts'
import { declareRenames, isRenaming, renamingSql } from './renamed-keys.ts'
import { needsSearchTexts, remakeSearchTexts, searchMadeFrom } from './search-texts.ts'
import { makeTextOrder } from './text-order.ts'
import type { Unindexed } from './unindexed.ts'

/** Up to so many rows a table is brought up to its declaration at once: it takes a moment. */
const FEW_ROWS = 1000

/**
 * Makes the tables, columns and triggers that the registry asks for and are not there yet. What takes longer
 * than a moment on a table with many rows (filling columns, indexes, search texts) is left to
 * schema/online.ts; `filled` says which columns must be read from the JSON until then.
 * No data is ever dropped: a resource or field that left the registry keeps its own.
 * Gives what the database has for indexes; without trigrams searches read whole tables.
 */
export async function makeTables(
  client: Client,
  registry: readonly Resource[],
  filled: Filled,
  unindexed: Unindexed,
): Promise<Means> {
  const means = await inShortStep(client, () => makeMeans(client))
  for (const resource of registry)
    await inShortStep(client, () => makeTable(client, resource, means))
  await inShortStep(client, () => declareReferences(client, registry))
  for (const resource of registry) {
    await readFilled(client, resource, filled)
    await readUnindexed(client, resource, unindexed)
  }
  return means
}

/** Notes which columns of a resource are filled by now. Gives whether all are. */
export async function readFilled(
  client: Pick<Client, 'query'>,
  resource: Resource,
  filled: Filled,
): Promise<boolean> {
  const { table, columns } = shapeOf(resource)
  const { rows } = await client.query<{ name: string; is_filled: boolean }>(
    'select column_name as name, is_filled from field_columns where table_name = $1',
    [table],
  )
  const known = new Map(rows.map(({ name, is_filled }) => [name, is_filled]))
  for (const column of columns) filled.set(table, column, known.get(column.name) === true)
  return columns.every((column) => filled.has(table, column))
}

/** The columns of a resource as far as they are filled at this moment. */
export async function columnsNow(client: Client, resource: Resource): Promise<Columns> {
  const filled = new Filled()
  await readFilled(client, resource, filled)
  const { table } = shapeOf(resource)
  return columnsOf(resource, (column) => filled.has(table, column))
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

/** What indexes need, made as far as the database allows. */
export async function makeMeans(client: Client): Promise<Means> {
  return { trigrams: await makeTrigrams(client), textOrder: await makeTextOrder(client) }
}

async function makeTable(client: Client, resource: Resource, means: Means): Promise<void> {
  const shape = shapeOf(resource)
  const { table, columns } = shape
  await makeRecordTable(client, table)
  const isNew = [
    await addColumns(client, shape),
    await declareRenames(client, resource),
    // A backup brings no triggers of resources that the program which restored it did not know.
    !(await hasTrigger(client, shape)),
  ].includes(true)
  if (isNew) await makeTrigger(client, shape)
  await makeTally(client, resource)
  const { rows } = await client.query(`select 1 from ${table} limit ${FEW_ROWS + 1}`)
  if (rows.length > FEW_ROWS) return
  if (isNew || (await isRenaming(client, table)))
    await client.query(`update ${table} set data = data`)
  await client.query('update renamed_keys set is_filled = true where table_name = $1', [table])
  const names = columns.map(({ name }) => name)
  await client.query(
    'update field_columns set is_filled = true where table_name = $1 and column_name = any($2)',
    [table, names],
  )
  if (await needsSearchTexts(client, resource)) await remakeSearchTexts(client, resource)
  const known = await knownIndexes(client, table)
  for (const index of indexesFor(resource, means)) {
    const there = known.get(index.name)
    if (there?.isValid && there.madeBy === index.madeBy) continue
    const drop = there ? [`drop index ${index.name}`] : []
    await make(client, index, [...drop, ...makeIndex(table, index)])
  }
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

/** The table of the server's own times. Written with each sign-in: room on the page lets a new version of the row stay there. */
export async function makeKeptTable(client: Client, keptTable: string): Promise<void> {
  await client.query(
    `create table if not exists ${keptTable} (id uuid primary key) with (fillfactor = 70)`,
  )
}

/** A unique rule that stored records break does not end the start: its index waits for them (schema/online.ts). */
async function make(client: Client, index: Index, statements: readonly string[]): Promise<void> {
  if (index.rule) await client.query('savepoint rule')
  try {
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    if (!(index.rule && databaseCode(error) === '23505')) throw error
    await client.query('rollback to savepoint rule')
  }
}

/** Adds the columns that are not there, and notes what each is made of. Gives whether anything changed. */
async function addColumns(client: Client, { table, columns, kept, keptTable }: Shape) {
  const { rows } = await client.query<{ name: string; made_from: string; left_at: string | null }>(
    'select column_name as name, made_from, left_at from field_columns where table_name = $1',
    [table],
  )
  const known = new Map(rows.map((row) => [row.name, row]))
  const changed = columns.filter((column) => known.get(column.name)?.made_from !== madeFrom(column))
  for (const column of changed) {
    const type = COLUMN_TYPES[column.kind]
    await client.query(`alter table ${table} add column if not exists ${column.name} ${type}`)
    await client.query(
      `insert into field_columns (table_name, column_name, type, made_from) values ($1, $2, $3, $4)
       on conflict (table_name, column_name) do update
         set made_from = excluded.made_from, is_filled = false, filled_to = null`,
      [table, column.name, type, madeFrom(column)],
    )
  }
  if (kept.length > 0) {
    await makeKeptTable(client, keptTable)
    for (const { name, kind } of kept)
      await client.query(
        `alter table ${keptTable} add column if not exists ${name} ${COLUMN_TYPES[kind]}`,
      )
  }
  // Another program may still read what this one does not declare: its columns are kept for a day.
  const names = columns.map(({ name }) => name)
  const isDeclared = (name: string) => names.includes(name)
  if (rows.some(({ name, left_at }) => isDeclared(name) === (left_at !== null)))
    await client.query(
      `update field_columns
         set left_at = case when column_name = any($2) then null else coalesce(left_at, now()) end
       where table_name = $1`,
      [table, names],
    )
  return changed.length > 0
}

function madeFrom(column: FieldColumn): string {
  return valueIn('new.data', column)
}

/**
 * The trigger that keeps the columns with `data`, whoever writes it, also a program that does not know them.
 * A time of the server's own that stands in `data` moves to the table where those are kept.
 */
export async function makeTrigger(
  client: Client,
  { table, kept, keptTable }: Shape,
): Promise<void> {
  const { rows } = await client.query<{ name: string; made_from: string }>(
    'select column_name as name, made_from from field_columns where table_name = $1 order by 1',
    [table],
  )
  const name = `${table}_columns`
  const moves = kept.map(
    ({ path, name: column }) => `
    if new.data ? ${quote(path)} then
      if waymark_instant(new.data ->> ${quote(path)}) is not null then
        insert into ${keptTable} as k (id, ${column})
          values (new.id, waymark_instant(new.data ->> ${quote(path)}))
          on conflict (id) do update set ${column} = greatest(k.${column}, excluded.${column});
      end if;
      new.data := new.data - ${quote(path)};
    end if;`,
  )
  const sets = rows.map(({ name: column, made_from }) => `new.${column} := ${made_from};`)
  await client.query(
    `create or replace function ${name}() returns trigger language plpgsql as $body$
    begin${await renamingSql(client, table)}${moves.join('')}
      ${sets.join('\n      ')}
      return new;
    end $body$`,
  )
  if (!(await hasTrigger(client, { table })))
    await client.query(
      `create trigger ${name} before insert or update of data on ${table}
       for each row execute function ${name}()`,
    )
}

async function hasTrigger(client: Client, { table }: Pick<Shape, 'table'>): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from pg_trigger where tgrelid = to_regclass($1) and tgname = $2::name',
    [table, `${table}_columns`],
  )
  return rows.length > 0
}

async function makeTally(client: Client, resource: Resource): Promise<void> {
  await client.query(
    `insert into tallies (resource, live, search_made_from)
     select $1, (select count(*) from ${shapeOf(resource).table} where deleted_at is null), $2
     where not exists (select from tallies where resource = $1)`,
    [resource.name, searchMadeFrom(resource)],
  )
}

/** Notes who refers to whom, for programs that do not know these resources. */
async function declareReferences(client: Client, registry: readonly Resource[]): Promise<void> {
  for (const resource of registry) {
    const { table, columns } = shapeOf(resource)
    await client.query('delete from declared_references where resource = $1', [resource.name])
    for (const { path, to } of referencesIn(resource)) {
      const column = columns.find((one) => one.path === path)?.name
      await client.query(
        `insert into declared_references
           (resource, path, refers_to, label_one, label_many, table_name, column_name)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [resource.name, path, to, resource.label.one, resource.label.many, table, column],
      )
    }
  }
}
