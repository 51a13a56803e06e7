import type { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import { mapAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import { inSetupLock } from '#server/db/locks.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { columnsOf, type Data, shapeOf, tableName } from '#server/records/shape.ts'

export interface SampleRow {
  createdAt: Date
  data: Data
}

export type Bulk = ReturnType<typeof createBulk>

/** Runs `work` in one transaction without time limits, while no other process starts or bulk-loads. */
export async function inBulk(
  connection: Connection,
  work: (bulk: Bulk) => Promise<void>,
): Promise<void> {
  const client = await connectAlone(connection)
  const bulk = createBulk(client)
  try {
    await inSetupLock(client, async () => {
      await work(bulk)
      // Comes last, as in every write, because other writers wait for this row.
      for (const [{ name }, by] of bulk.gains)
        await bulk.run('update tallies set live = live + $2 where resource = $1', [name, by])
    })
    // Loading only collects trigrams, and the planner does not know the new rows yet.
    for (const resource of bulk.gains.keys())
      await client.query(`vacuum (analyze) ${tableName(resource)}`)
  } finally {
    await client.end()
  }
}

const BATCH = 5000
const IS_SAMPLE = `data @> '{"sample": true}'`
const HAS_PASSWORD = 'id in (select user_id from credentials)'
/** Returns the SQL condition of users who are deleted with the samples. */
export const withoutPassword = (users: Resource) =>
  `select id from ${tableName(users)} where ${IS_SAMPLE} and not ${HAS_PASSWORD}`
/** Returns the SQL of the live samples of a resource, as `t`. */
export const liveSamples = (resource: Resource) =>
  `${tableName(resource)} t where deleted_at is null and ${IS_SAMPLE}`

/**
 * Creates the bulk operations on sample records, which have `sample: true` in their data. The caller rebuilds the
 * rollups.
 */
function createBulk(client: Client) {
  /** The number of live records that each resource gained. */
  const gains = new Map<Resource, number>()
  const gain = (resource: Resource, by: number) => {
    gains.set(resource, (gains.get(resource) ?? 0) + by)
    return by
  }

  const rowsOf = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows

  /** Runs a statement and returns the number of changed rows. */
  const run = async (text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rowCount ?? 0

  /** Returns the number of rows of a `from` clause. */
  const count = async (from: string) =>
    (await rowsOf<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n ?? 0

  const textAt = (resource: Resource, path: string) => `(${columnsOf(resource).value(path)})::text`

  /** Returns the ids of live records by these texts at a path. If two have the same text, returns the sample's id. */
  const idsBy = async (
    resource: Resource,
    path: string,
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, string>> => {
    const key = textAt(resource, path)
    const rows = await rowsOf<{ id: string; key: string }>(
      `select id, ${key} as key from ${tableName(resource)}
       where deleted_at is null and ${key} = any($1::text[])
       order by case when ${IS_SAMPLE} then 1 else 0 end, id`,
      [texts],
    )
    return new Map(rows.map(({ id, key: text }) => [text, id]))
  }

  return {
    ...{ client, gains, rowsOf, run, count, idsBy },

    /** Adds samples, except those whose unique value is taken. Returns the number of added records. */
    async add(resource: Resource, samples: readonly SampleRow[], isInHistory = true) {
      // The default dashboard stays the default, so samples lose a flag that only one record may have.
      let free = samples
      for (const { path, only } of resource.unique)
        if (only !== undefined && (await idsBy(resource, path, [String(only)])).size > 0)
          free = free.map(({ createdAt, data }) => ({
            createdAt,
            data: mapAt(data, path, (value) => (value === only ? false : value)),
          }))
      let added = 0
      for (let start = 0; start < free.length; start += BATCH) {
        const rows = free.slice(start, start + BATCH).map(({ createdAt: at, data }) => {
          const text = searchText(resource, data)
          return { id: uuidv7(), change: uuidv7(), at, data, text }
        })
        added += await run(
          `with sample as materialized (
             select * from json_to_recordset($1) as n(id uuid, at timestamptz, data jsonb, text text, change uuid)
           ), added as (
             insert into ${tableName(resource)} (id, version, created_at, updated_at, data, search_text)
             select id, 1, at, at, data, text from sample on conflict do nothing
             returning id, created_at, data
           ), noted as (
             insert into history (id, resource, record_id, version, action, at, data)
             select change, $2, added.id, 1, 'create', created_at, added.data
             from added join sample using (id) where $3 returning id, at
           ), changed as (
             insert into changes (id, at, via) select id, at, 'command' from noted
           )
           select from added`,
          [JSON.stringify(rows), resource.name, isInHistory],
        )
      }
      return gain(resource, added)
    },

    /** Returns the texts at a path of samples, in order, at most 500. */
    async textsOf(resource: Resource, path: string): Promise<string[]> {
      const key = textAt(resource, path)
      const rows = await rowsOf<{ key: string }>(
        `select ${key} as key from ${liveSamples(resource)} and ${key} is not null
         order by ${key} collate "C" limit 500`,
      )
      return rows.map(({ key: text }) => text)
    },

    /**
     * Deletes samples permanently, with their history. Keeps users with a password, who may be the last admin, and
     * records that a live record of the registry or an event refers to. Returns the number of deleted live records.
     */
    async remove(resource: Resource, registry: readonly Resource[]): Promise<number> {
      const { table, kept, keptTable } = shapeOf(resource)
      const references = registry.flatMap((from) =>
        referencesIn(from)
          .filter(({ to }) => to === resource.name)
          .map(({ path }) => {
            const ids = columnsOf(from).value(path)
            return `select from ${tableName(from)} where deleted_at is null and ${ids} @> array[t.id::text]`
          }),
      )
      const users = ['select from events where subject_id = t.id', ...references]
      // Waits for writers of references to a sample, and makes later ones wait.
      await run(`select 1 from ${table} where ${IS_SAMPLE} for update`)
      const removed = await run(
        `with gone as (
           delete from ${table} t where ${IS_SAMPLE} and not ${HAS_PASSWORD}
             and ${users.map((found) => `not exists (${found})`).join(' and ')}
           returning id, deleted_at
         ), forgotten as (
           delete from history using gone where resource = $1 and record_id = gone.id
           returning coalesce(change_id, history.id) as change
         ), unmade as (
           delete from changes using forgotten where changes.id = forgotten.change and via = 'command'
         )${kept.length > 0 ? `, passed as (delete from ${keptTable} k using gone where k.id = gone.id)` : ''}
         select from gone where deleted_at is null`,
        [resource.name],
      )
      gain(resource, -removed)
      return removed
    },
  }
}
