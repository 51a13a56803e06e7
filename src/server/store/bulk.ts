import type { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Resource } from '#model/resource.ts'
import { searchText } from './fold.ts'
import { underLock } from './migrate.ts'
import { type Connection, connectAlone } from './pool.ts'
import { type Data, quote, tableName } from './shape.ts'

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
  /** Deletes all samples for good, with their history. Gives how many. */
  remove(resource: Resource): Promise<number>
  mark(name: string): Promise<string | undefined>
  setMark(name: string, value: string): Promise<void>
}

/** Runs `work` in one transaction without time limits, alone among all starts and bulk loads. */
export async function inBulk<T>(
  connection: Connection,
  work: (bulk: Bulk) => Promise<T>,
): Promise<T> {
  const client = await connectAlone(connection)
  try {
    const filled = new Set<string>()
    const result = await underLock(client, () => work(createBulk(client, filled)))
    // Trigrams are only collected while loading, and the planner knows nothing of the new rows yet.
    for (const table of filled) await client.query(`vacuum (analyze) ${table}`)
    return result
  } finally {
    await client.end()
  }
}

const BATCH = 5000
const IS_SAMPLE = `data @> '{"sample": true}'`

function createBulk(client: Client, filled: Set<string>): Bulk {
  const tally = (resource: Resource, by: number) =>
    client.query('update tallies set live = live + $2 where resource = $1', [resource.name, by])

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
        `insert into history (id, resource, record_id, version, action, at, data)
         select n.history_id, ${quote(resource.name)}, r.id, 1, 'create', r.created_at, r.data
         from unnest($1::uuid[], $2::uuid[]) as n(id, history_id) join ${table} r on r.id = n.id`,
        [ids, ids.map(() => uuidv7())],
      )
    return rowCount ?? 0
  }

  return {
    async count(resource) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*) as n from ${tableName(resource)} where deleted_at is null and ${IS_SAMPLE}`,
      )
      return rows[0]?.n ?? 0
    },

    async add(resource, rows, { history }) {
      let added = 0
      filled.add(tableName(resource))
      for (let start = 0; start < rows.length; start += BATCH)
        added += await insert(resource, rows.slice(start, start + BATCH), history)
      await tally(resource, added)
      return added
    },

    async remove(resource) {
      const table = tableName(resource)
      await client.query(
        `delete from history where resource = $1 and record_id in (select id from ${table} where ${IS_SAMPLE})`,
        [resource.name],
      )
      const { rows } = await client.query<{ live: boolean }>(
        `delete from ${table} where ${IS_SAMPLE} returning deleted_at is null as live`,
      )
      const live = rows.filter((row) => row.live).length
      await tally(resource, -live)
      return live
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
