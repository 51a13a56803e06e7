import type { Client } from 'pg'
import type { EventType } from '#contract/events.ts'
import type { Resource } from '#model/resource.ts'
import { columnsOf, tableName } from '#server/records/shape.ts'

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
export interface Sample {
  id: string
  createdAt: Date
}

/** Bulk work on what learners did. Whatever is derived from it is for the caller to make again. */
export interface BulkEvents {
  count(): Promise<number>
  /** Adds events, but for those that are there; gives how many were added. */
  add(rows: readonly EventRow[]): Promise<number>
  /** Deletes the events of sample users who will go with them: all but those who were given a password. */
  remove(users: Resource): Promise<number>
  /** Live sample users of these email addresses of whom nothing is known to have happened, by address. */
  newcomers(users: Resource, emails: readonly string[]): Promise<ReadonlyMap<string, Sample>>
  /** All live and active samples of a resource in the order of the first path, with the texts at these. */
  samples(
    resource: Resource,
    paths: readonly string[],
  ): Promise<(Sample & { texts: readonly (string | null)[] })[]>
}

const BATCH = 20_000

export function createBulkEvents(client: Client): BulkEvents {
  const insert = async (rows: readonly EventRow[]) => {
    const { rowCount } = await client.query(
      `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
       select id, type, user_id, to_timestamp(at / 1000.0), subject_id, session_id, feature, amount
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::uuid[], $6::uuid[], $7::text[],
         $8::smallint[]) as n(id, type, user_id, at, subject_id, session_id, feature, amount)
       on conflict do nothing`,
      [
        list(rows, ({ id }) => id),
        list(rows, ({ type }) => type),
        list(rows, ({ userId }) => userId),
        list(rows, ({ at }) => at),
        list(rows, ({ subjectId }) => subjectId),
        list(rows, ({ sessionId }) => sessionId),
        rows.map(({ feature }) => feature ?? null),
        list(rows, ({ amount }) => amount),
      ],
    )
    return rowCount ?? 0
  }

  return {
    async count() {
      const { rows } = await client.query<{ n: number }>('select count(*) as n from events')
      return rows[0]?.n ?? 0
    },

    async add(rows) {
      let added = 0
      for (let start = 0; start < rows.length; start += BATCH)
        added += await insert(rows.slice(start, start + BATCH))
      return added
    },

    async remove(users) {
      const { rowCount } = await client.query(
        `delete from events where user_id in (
           select id from ${tableName(users)}
           where data @> '{"sample": true}' and id not in (select user_id from credentials)
         )`,
      )
      return rowCount ?? 0
    },

    async newcomers(users, emails) {
      const { rows } = await client.query<Sample & { email: string }>(
        `select id, created_at as "createdAt", data ->> 'email' as email
         from ${tableName(users)} u
         where deleted_at is null and ${columnsOf(users).unique('email')} = any($1::text[])
           and data @> '{"sample": true}'
           and not exists (select 1 from user_days d where d.user_id = u.id)`,
        [emails],
      )
      return new Map(rows.map(({ email, ...sample }) => [email, sample]))
    },

    async samples(resource, paths) {
      const texts = paths.map((_, index) => `data ->> $${index + 1}`)
      const { rows } = await client.query<Sample & { texts: (string | null)[] }>(
        `select id, created_at as "createdAt", array[${texts.join(', ')}] as texts
         from ${tableName(resource)}
         where deleted_at is null and data @> '{"sample": true, "isActive": true}'
         order by ${texts[0]} collate "C"`,
        [...paths],
      )
      return rows
    },
  }
}

/** An array as PostgreSQL writes it; for values without signs of its syntax, which the driver would look for. */
function list(
  rows: readonly EventRow[],
  of: (row: EventRow) => string | number | undefined,
): string {
  return `{${rows.map((row) => of(row) ?? 'null').join(',')}}`
}
