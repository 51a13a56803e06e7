import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { SEARCH_VERSION, searchText } from '#model/search.ts'
import { filteredReference, referencesIn } from './references.ts'
import {
  type Data,
  exactExpression,
  identifier,
  quote,
  referenceExpression,
  sortExpression,
  stampColumn,
  tableName,
  uniqueExpression,
  uniqueIndexName,
} from './shape.ts'

/**
 * Makes the tables and indexes that the registry asks for and are not there yet, and indexes that are
 * now made otherwise anew. No data is ever dropped: a resource or field that left the registry keeps
 * its own. Call it under the lock.
 * Gives false when the database has no pg_trgm, so that searches read whole tables.
 */
export async function makeTables(client: Client, registry: readonly Resource[]): Promise<boolean> {
  const trigrams = await makeTrigrams(client)
  const known = await existing(client)
  for (const resource of registry) {
    for (const [name, sql] of statementsFor(resource, trigrams)) {
      const isTable = name === tableName(resource)
      const madeBy = createHash('sha256').update(sql).digest('hex').slice(0, 16)
      if (isTable ? known.has(name) : known.get(name) === madeBy) continue
      if (known.has(name)) await client.query(`drop index ${name}`)
      await client.query(sql)
      if (!isTable) await client.query(`comment on index ${name} is ${quote(madeBy)}`)
    }
    await fillTally(client, resource)
  }
  return trigrams !== undefined
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

/** The tables and indexes that are there; an index's comment is the hash of what made it. */
async function existing(client: Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as comment
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'i')`,
  )
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}

/** Name and statement of everything a resource needs, in the order of making. */
function statementsFor(
  resource: Resource,
  trigrams: string | undefined,
): [name: string, sql: string][] {
  const table = tableName(resource)
  const index = (name: string, what: string): [string, string] => [
    name,
    `create index ${name} on ${table} ${what} where deleted_at is null`,
  ]
  const defaultSort = resource.defaultSort.replace(/^-/, '')
  const sorts = new Set([...resource.sorts, defaultSort])
  const dates = resource.filters.filter((path) => isDate(resource, path))
  for (const path of dates) sorts.add(path)
  const statements: [string, string][] = [
    [
      table,
      `create table ${table} (
        id uuid primary key,
        version integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        data jsonb not null,
        search_text text not null
      )`,
    ],
    // How many there were at a past moment is asked of those that are gone, too.
    [
      identifier(table, 'gone'),
      `create index ${identifier(table, 'gone')} on ${table} (deleted_at) where deleted_at is not null`,
    ],
    ...[...sorts].map((path) =>
      index(identifier(table, path, 'sort'), `((${sortExpression(resource, path)}), id)`),
    ),
    // Filtered lists come in the default order, so the filter's index carries it along.
    ...resource.filters
      .filter((path) => !dates.includes(path) && !filteredReference(resource, path))
      .map((path) =>
        index(
          identifier(table, path, 'filter'),
          `((${exactExpression(path)}), (${sortExpression(resource, defaultSort)}), id)`,
        ),
      ),
    ...referencesIn(resource).map(({ path }) =>
      index(
        identifier(table, path, 'refs'),
        `using gin ((${referenceExpression(path)}) jsonb_path_ops)`,
      ),
    ),
    ...resource.unique.map(({ path, only }): [string, string] => {
      const name = uniqueIndexName(resource, path)
      const some =
        only === undefined ? '' : ` and ${exactExpression(path)} = ${quote(String(only))}`
      return [
        name,
        `create unique index ${name} on ${table} ((${uniqueExpression(resource, path)})) where deleted_at is null${some}`,
      ]
    }),
  ]
  if (trigrams && resource.search.length > 0)
    statements.push(index(identifier(table, 'search'), `using gin (search_text ${trigrams})`))
  return statements
}

/** Whether a filter on this path is a range of days. */
export function isDate(resource: Resource, path: string): boolean {
  return stampColumn(path) !== undefined || describe(resource.row, path)?.kind === 'date'
}

/** Gives a resource its tally row, and remakes its search texts when what they are made from changed. */
async function fillTally(client: Client, resource: Resource): Promise<void> {
  const madeFrom = `${SEARCH_VERSION}:${resource.search.join(',')}`
  const { rows } = await client.query<{ search_made_from: string }>(
    'select search_made_from from tallies where resource = $1',
    [resource.name],
  )
  const tally = rows[0]
  if (!tally)
    await client.query(
      `insert into tallies (resource, live, search_made_from)
       values (${quote(resource.name)}, (select count(*) from ${tableName(resource)} where deleted_at is null), $1)`,
      [madeFrom],
    )
  else if (tally.search_made_from !== madeFrom) {
    await remakeSearch(client, resource)
    await client.query('update tallies set search_made_from = $2 where resource = $1', [
      resource.name,
      madeFrom,
    ])
  }
}

const BATCH = 1000

async function remakeSearch(client: Client, resource: Resource): Promise<void> {
  const table = tableName(resource)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
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
