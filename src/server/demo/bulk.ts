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

/** A live sample record. */
interface Sample {
  id: string
  createdAt: Date
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

/** Bulk work on sample records, which have `sample: true` in their data, and on events. The caller rebuilds the rollups. */
function createBulk(client: Client, changes: Map<Resource, number>) {
  const tally = (resource: Resource, by: number) =>
    changes.set(resource, (changes.get(resource) ?? 0) + by)

  const rowsOf = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows

  const count = async (resource: Resource): Promise<number> => {
    const [row] = await rowsOf<{ n: number }>(
      `select count(*) as n from ${tableName(resource)} where deleted_at is null and ${IS_SAMPLE}`,
    )
    return row?.n ?? 0
  }

  const insert = async (resource: Resource, samples: readonly SampleRow[], history: boolean) => {
    const rows = samples.map(({ createdAt, data }) => {
      return {
        id: uuidv7(),
        at: createdAt,
        data,
        text: searchText(resource, data),
        change: uuidv7(),
      }
    })
    const { rowCount } = await client.query(
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
    return rowCount ?? 0
  }

  /** Returns the ids of live records by the text at a path, for these texts; of two with one text, the sample's. */
  const idsBy = async (
    resource: Resource,
    path: string,
    texts: readonly string[],
  ): Promise<ReadonlyMap<string, string>> => {
    const key = `(${columnsOf(resource).value(path)})::text`
    const rows = await rowsOf<{ id: string; key: string }>(
      `select id, ${key} as key from ${tableName(resource)}
       where deleted_at is null and ${key} = any($1::text[])
       order by case when ${IS_SAMPLE} then 1 else 0 end, id`,
      [texts],
    )
    return new Map(rows.map(({ id, key: text }) => [text, id]))
  }

  /** Clears a mark that only one record may have and another record has: there is one default dashboard, and it stays. */
  const withoutTakenMarks = async (resource: Resource, samples: readonly SampleRow[]) => {
    let free = [...samples]
    for (const { path, only } of resource.unique) {
      if (only === undefined || (await idsBy(resource, path, [String(only)])).size === 0) continue
      free = free.map((row) =>
        row.data[path] === only ? { ...row, data: { ...row.data, [path]: false } } : row,
      )
    }
    return free
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
      const free = await withoutTakenMarks(resource, samples)
      let added = 0
      for (let start = 0; start < free.length; start += BATCH)
        added += await insert(resource, free.slice(start, start + BATCH), history)
      tally(resource, added)
      return added
    },

    /** Returns the texts at a path of samples, in their order; 500 at most. */
    async textsOf(resource: Resource, path: string): Promise<string[]> {
      const key = `(${columnsOf(resource).value(path)})::text`
      const rows = await rowsOf<{ key: string }>(
        `select ${key} as key from ${tableName(resource)}
         where deleted_at is null and ${IS_SAMPLE} and ${key} is not null order by ${key} collate "C" limit 500`,
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
      const conditions = [
        IS_SAMPLE,
        'id not in (select user_id from credentials)',
        'not exists (select 1 from events where subject_id = t.id)',
        ...unused(resource, registry),
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

    async countEvents(): Promise<number> {
      const [row] = await rowsOf<{ n: number }>('select count(*) as n from events')
      return row?.n ?? 0
    },

    /** Adds events, without those that are there. Returns how many were added. */
    async addEvents(rows: readonly EventRow[]): Promise<number> {
      const { rowCount } = await client.query(
        `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
         select id, type, "userId", to_timestamp(at / 1000.0), "subjectId", "sessionId", feature, amount
         from json_to_recordset($1) as n(id uuid, type text, "userId" uuid, at bigint, "subjectId" uuid,
           "sessionId" uuid, feature text, amount smallint)
         on conflict do nothing`,
        [JSON.stringify(rows)],
      )
      return rowCount ?? 0
    },

    /** Deletes the events of sample users without a password: they will be deleted with them. */
    async removeEvents(users: Resource): Promise<number> {
      const { rowCount } = await client.query(
        `delete from events where user_id in (
           select id from ${tableName(users)} where ${IS_SAMPLE} and id not in (select user_id from credentials)
         )`,
      )
      return rowCount ?? 0
    },

    /** Returns live sample users without any events, by their email addresses. */
    async withoutEvents(
      users: Resource,
      emails: readonly string[],
    ): Promise<ReadonlyMap<string, Sample>> {
      const rows = await rowsOf<Sample & { email: string }>(
        `select id, created_at as "createdAt", data ->> 'email' as email
         from ${tableName(users)} u
         where deleted_at is null and ${columnsOf(users).unique('email')} = any($1::text[]) and ${IS_SAMPLE}
           and not exists (select 1 from user_days d where d.user_id = u.id)`,
        [emails],
      )
      return new Map(rows.map(({ email, ...sample }) => [email, sample]))
    },

    /** Returns all live and active samples of a resource in the order of one text, with another. */
    samples(resource: Resource, order: string, text: string) {
      return rowsOf<Sample & { text: string | null }>(
        `select id, created_at as "createdAt", data ->> $2 as text from ${tableName(resource)}
         where deleted_at is null and data @> '{"sample": true, "isActive": true}'
         order by data ->> $1 collate "C"`,
        [order, text],
      )
    },
  }
}

/** Returns the conditions that no live record of the registry refers to a row of the table aliased `t`. */
function unused(resource: Resource, registry: readonly Resource[]): string[] {
  return registry.flatMap((user) =>
    referencesIn(user)
      .filter(({ to }) => to === resource.name)
      .map(
        ({ path }) => `not exists (select 1 from ${tableName(user)} where deleted_at is null
          and ${columnsOf(user).value(path)} @> array[t.id::text])`,
      ),
  )
}
