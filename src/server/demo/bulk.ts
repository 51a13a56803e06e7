import type { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Resource } from '#model/resource.ts'
import { searchText } from '#model/search.ts'
import { quote } from '#server/db/json-sql.ts'
import { inSetupLock } from '#server/db/locks.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { type BulkEvents, createBulkEvents } from '#server/events/bulk-events.ts'
import { columnsOf, type Data, referencesIn, shapeOf, tableName } from '#server/records/shape.ts'

export interface SampleRow {
  createdAt: Date
  data: Data
}

/** Bulk work on sample records, which carry `sample: true` in their data. */
export interface Bulk {
  count(resource: Resource): Promise<number>
  /** Adds samples; a row whose unique value is taken is left out. Gives how many were added. */
  add(
    resource: Resource,
    rows: readonly SampleRow[],
    options: { history: boolean },
  ): Promise<number>
  /**
   * Deletes samples for good, with their history, and gives how many were deleted and kept: who was
   * given a password stays, for that may be the last admin, and so does what a live record of the
   * registry or an event refers to.
   */
  remove(
    resource: Resource,
    registry: readonly Resource[],
  ): Promise<{ removed: number; kept: number }>
  /** The ids of live records by the text at a path, for those of the texts that there are; of two a sample's. */
  idsBy(
    resource: Resource,
    path: string,
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** The texts at a path of samples, in their order; up to 500 of them. */
  textsOf(resource: Resource, path: string): Promise<string[]>
  mark(name: string): Promise<string | undefined>
  setMark(name: string, value: string): Promise<void>
  readonly events: BulkEvents
}

/**
 * Runs `work` in one transaction without time limits, alone among all starts and bulk loads. It is
 * given the transaction's client too, for what else belongs into it.
 */
export async function inBulk<T>(
  connection: Connection,
  work: (bulk: Bulk, client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectAlone(connection)
  try {
    // How many live records each resource gained or lost.
    const changes = new Map<Resource, number>()
    const result = await inSetupLock(client, async () => {
      const done = await work(createBulk(client, changes), client)
      // Last, as in every write: whoever writes meanwhile would have to wait for this row.
      for (const [{ name }, by] of changes)
        await client.query('update tallies set live = live + $2 where resource = $1', [name, by])
      return done
    })
    // Trigrams are only collected while loading, and the planner knows nothing of the new rows yet.
    for (const resource of changes.keys())
      await client.query(`vacuum (analyze) ${tableName(resource)}`)
    return result
  } finally {
    await client.end()
  }
}

const BATCH = 5000
const IS_SAMPLE = `data @> '{"sample": true}'`

function createBulk(client: Client, changes: Map<Resource, number>): Bulk {
  const tally = (resource: Resource, by: number) =>
    changes.set(resource, (changes.get(resource) ?? 0) + by)

  const insert = async (resource: Resource, rows: readonly SampleRow[], history: boolean) => {
    const table = tableName(resource)
    const insertRows = `insert into ${table} (id, version, created_at, updated_at, data, search_text)
      select id, 1, at, at, data, text
      from unnest($1::uuid[], $2::timestamptz[], $3::jsonb[], $4::text[]) as n(id, at, data, text)
      on conflict do nothing`
    const ids = rows.map(() => uuidv7())
    const { rowCount } = await client.query(insertRows, [
      ids,
      rows.map(({ createdAt }) => createdAt.toISOString()),
      rows.map(({ data }) => JSON.stringify(data)),
      rows.map(({ data }) => searchText(resource, data)),
    ])
    if (history)
      await client.query(
        `with noted as (
           insert into history (id, resource, record_id, version, action, at, data)
           select n.history_id, ${quote(resource.name)}, r.id, 1, 'create', r.created_at, r.data
           from unnest($1::uuid[], $2::uuid[]) as n(id, history_id) join ${table} r on r.id = n.id
           returning id, at
         ) insert into changes (id, at, via) select id, at, 'command' from noted`,
        [ids, ids.map(() => uuidv7())],
      )
    return rowCount ?? 0
  }

  const count = async (resource: Resource) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*) as n from ${tableName(resource)} where deleted_at is null and ${IS_SAMPLE}`,
    )
    return rows[0]?.n ?? 0
  }

  return {
    count,
    events: createBulkEvents(client),

    async add(resource, rows, { history }) {
      let added = 0
      for (let start = 0; start < rows.length; start += BATCH)
        added += await insert(resource, rows.slice(start, start + BATCH), history)
      tally(resource, added)
      return added
    },

    async idsBy(resource, path, texts) {
      const key = `(${columnsOf(resource).value(path)})::text`
      const { rows } = await client.query<{ id: string; key: string }>(
        `select id, ${key} as key from ${tableName(resource)}
         where deleted_at is null and ${key} = any($1::text[])
         order by case when ${IS_SAMPLE} then 1 else 0 end, id`,
        [texts],
      )
      return new Map(rows.map(({ id, key: text }) => [text, id]))
    },

    async textsOf(resource, path) {
      const key = `(${columnsOf(resource).value(path)})::text`
      const { rows } = await client.query<{ key: string }>(
        `select ${key} as key from ${tableName(resource)}
         where deleted_at is null and ${IS_SAMPLE} and ${key} is not null order by ${key} collate "C" limit 500`,
      )
      return rows.map(({ key: text }) => text)
    },

    async remove(resource, registry) {
      const { table, kept, keptTable } = shapeOf(resource)
      const conditions = [
        IS_SAMPLE,
        'id not in (select user_id from credentials)',
        'not exists (select 1 from events where subject_id = t.id)',
        ...(await unused(client, resource, registry)),
      ]
      const { rows } = await client.query<{ removed: number }>(
        `with gone as (
           delete from ${table} t where ${conditions.join(' and ')}
           returning id, deleted_at
         ), forgotten as (
           delete from history using gone where resource = $1 and record_id = gone.id
           returning coalesce(change_id, history.id) as change
         ), unmade as (
           delete from changes using forgotten where changes.id = forgotten.change and via = 'command'
         )${kept.length > 0 ? `, passed as (delete from ${keptTable} k using gone where k.id = gone.id)` : ''}
         select count(*) as removed from gone where deleted_at is null`,
        [resource.name],
      )
      const removed = rows[0]?.removed ?? 0
      tally(resource, -removed)
      return { removed, kept: await count(resource) }
    },

    async mark(name) {
      const { rows } = await client.query<{ value: string }>(
        'select value from marks where name = $1',
        [name],
      )
      return rows[0]?.value
    },

    async setMark(name, value) {
      await client.query(
        'insert into marks (name, value) values ($1, $2) on conflict (name) do update set value = $2',
        [name, value],
      )
    },
  }
}

/** The conditions that no live record of the registry refers to a row of the table aliased `t`. */
async function unused(
  client: Client,
  resource: Resource,
  registry: readonly Resource[],
): Promise<string[]> {
  const conditions: string[] = []
  for (const user of registry) {
    const columns = columnsOf(user)
    for (const { path, to } of referencesIn(user))
      if (to === resource.name)
        conditions.push(`not exists (select 1 from ${tableName(user)} where deleted_at is null
          and ${columns.value(path)} @> array[t.id::text])`)
  }
  // Whoever is writing a reference to a sample is waited for, and whoever begins now waits for us.
  if (conditions.length > 0)
    await client.query(`select 1 from ${tableName(resource)} where ${IS_SAMPLE} for update`)
  return conditions
}

/** A sample takes no mark from another record: there is one default dashboard, and it stays. */
export async function withoutTakenMarks(
  bulk: Bulk,
  resource: Resource,
  rows: readonly SampleRow[],
): Promise<SampleRow[]> {
  let free = [...rows]
  for (const { path, only } of resource.unique) {
    if (only === undefined) continue
    const holders = await bulk.idsBy(resource, path, [String(only)])
    if (holders.size > 0)
      free = free.map((row) =>
        row.data[path] === only ? { ...row, data: { ...row.data, [path]: false } } : row,
      )
  }
  return free
}
