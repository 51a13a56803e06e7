import type { Client } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { EventType } from '#contract/events.ts'
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

/** A row of `events`; `at` in milliseconds. */
export interface EventRow {
  id: string
  type: EventType
  userId: string
  at: number
  subjectId?: string | undefined
  sessionId?: string | undefined
  feature?: string | undefined
  amount?: number | undefined
}

export type Bulk = ReturnType<typeof createBulk>

/**
 * Runs `work` in one transaction without time limits, while no other process starts or loads in bulk. `client` is the
 * transaction's connection.
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
      // Last, as in every write, because other writers wait for this row.
      for (const [{ name }, by] of changes)
        await client.query('update tallies set live = live + $2 where resource = $1', [name, by])
      return done
    })
    // Loading only collects trigrams, and the planner does not know the new rows yet.
    for (const resource of changes.keys())
      await client.query(`vacuum (analyze) ${tableName(resource)}`)
    return result
  } finally {
    await client.end()
  }
}

const BATCH = 5000
const IS_SAMPLE = `data @> '{"sample": true}'`
const HAS_PASSWORD = 'id in (select user_id from credentials)'

/** Bulk work on sample records, which have `sample: true` in their data, and on events. The caller rebuilds the rollups. */
function createBulk(client: Client, changes: Map<Resource, number>) {
  const tally = (resource: Resource, by: number) =>
    changes.set(resource, (changes.get(resource) ?? 0) + by)

  const rowsOf = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows

  /** Runs a statement and returns how many rows it changed. */
  const run = async (text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rowCount ?? 0

  const countOf = async (from: string) =>
    (await rowsOf<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n ?? 0
  const live = (resource: Resource) =>
    `${tableName(resource)} t where deleted_at is null and ${IS_SAMPLE}`
  const count = (resource: Resource) => countOf(live(resource))
  const textAt = (resource: Resource, path: string) => `(${columnsOf(resource).value(path)})::text`

  const insert = (resource: Resource, samples: readonly SampleRow[], history: boolean) => {
    const rows = samples.map(({ createdAt, data }) => ({
      id: uuidv7(),
      at: createdAt,
      data,
      text: searchText(resource, data),
      change: uuidv7(),
    }))
    return run(
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
      [JSON.stringify(rows), resource.name, history],
    )
  }

  /** Returns the ids of live records by the text at a path, for these texts; of two with one text, the sample's. */
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
    count,
    idsBy,

    /** Adds samples, without those whose unique value is taken. Returns how many were added. */
    async add(
      resource: Resource,
      samples: readonly SampleRow[],
      { history }: { history: boolean },
    ): Promise<number> {
      let free = samples
      // The one default dashboard stays the default: samples lose a mark that only one record may have.
      for (const { path, only } of resource.unique)
        if (only !== undefined && (await idsBy(resource, path, [String(only)])).size > 0)
          free = free.map(({ createdAt, data }) => ({
            createdAt,
            data: data[path] === only ? { ...data, [path]: false } : data,
          }))
      let added = 0
      for (let start = 0; start < free.length; start += BATCH)
        added += await insert(resource, free.slice(start, start + BATCH), history)
      tally(resource, added)
      return added
    },

    /** Returns the texts at a path of samples, in their order; 500 at most. */
    async textsOf(resource: Resource, path: string): Promise<string[]> {
      const key = textAt(resource, path)
      const rows = await rowsOf<{ key: string }>(
        `select ${key} as key from ${live(resource)} and ${key} is not null
         order by ${key} collate "C" limit 500`,
      )
      return rows.map(({ key: text }) => text)
    },

    /**
     * Deletes samples for good, with their history. Keeps users with a password, who may be the last admin, and records
     * that a live record of the registry or an event refers to.
     */
    async remove(
      resource: Resource,
      registry: readonly Resource[],
    ): Promise<{ removed: number; kept: number }> {
      const { table, kept, keptTable } = shapeOf(resource)
      const references = registry.flatMap((user) =>
        referencesIn(user)
          .filter(({ to }) => to === resource.name)
          .map(({ path }) => ({ from: tableName(user), ids: columnsOf(user).value(path) })),
      )
      const conditions = [
        IS_SAMPLE,
        `not ${HAS_PASSWORD}`,
        'not exists (select 1 from events where subject_id = t.id)',
        ...references.map(
          ({ from, ids }) =>
            `not exists (select 1 from ${from} where deleted_at is null and ${ids} @> array[t.id::text])`,
        ),
      ]
      // Waits for writers of references to a sample, and makes later ones wait.
      await client.query(`select 1 from ${table} where ${IS_SAMPLE} for update`)
      const [gone] = await rowsOf<{ removed: number }>(
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
      const removed = gone?.removed ?? 0
      tally(resource, -removed)
      return { removed, kept: await count(resource) }
    },

    countEvents: () => countOf('events'),

    /** Adds events, without those that are there. Returns how many were added. */
    addEvents: (rows: readonly EventRow[]) =>
      run(
        `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
         select id, type, "userId", to_timestamp(at / 1000.0), "subjectId", "sessionId", feature, amount
         from json_to_recordset($1) as n(id uuid, type text, "userId" uuid, at bigint, "subjectId" uuid,
           "sessionId" uuid, feature text, amount smallint)
         on conflict do nothing`,
        [JSON.stringify(rows)],
      ),

    /** Deletes the events of sample users without a password: they will be deleted with them. */
    removeEvents: (users: Resource) =>
      run(
        `delete from events where user_id in (
           select id from ${tableName(users)} where ${IS_SAMPLE} and not ${HAS_PASSWORD}
         )`,
      ),

    /** Returns live sample users without any events, by their email addresses. */
    async withoutEvents(users: Resource, emails: readonly string[]) {
      const rows = await rowsOf<{ id: string; createdAt: Date; email: string }>(
        `select id, created_at as "createdAt", data ->> 'email' as email from ${live(users)}
           and ${columnsOf(users).unique('email')} = any($1::text[])
           and not exists (select 1 from user_days d where d.user_id = t.id)`,
        [emails],
      )
      return new Map(rows.map((row) => [row.email, row]))
    },

    /** Returns all live and active samples of a resource in the order of one text, with another. */
    samples: (resource: Resource, order: string, text: string) =>
      rowsOf<{ id: string; createdAt: Date; text: string | null }>(
        `select id, created_at as "createdAt", data ->> $2 as text from ${live(resource)}
         and data @> '{"isActive": true}' order by data ->> $1 collate "C"`,
        [order, text],
      ),
  }
}
