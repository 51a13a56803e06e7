import { TOKEN_AUTHOR } from '#contract/tokens.ts'
import { type Runner, raw, rowsOf, type Sql, sql } from '#server/db/sql.ts'
import type { Data } from './shape.ts'

/** A record by what it is named by, deleted or not. */
export interface Named {
  id: string
  isLive: boolean
  /** Its plain values alone. */
  data: Data
}

/** The records of a table that these ids are or were, in one query. */
export function namedIn(runner: Runner, table: string, ids: readonly string[]): Promise<Named[]> {
  return rowsOf<Named>(
    runner,
    sql`select id, deleted_at is null as "isLive", ${plainValues('data')} as data
      from ${raw(table)} where id = any(${[...ids]}::uuid[])`,
  )
}

/** What tokens are called as authors, in the words of users: these, or all of them. */
export function namedTokens(ids?: readonly string[]): Sql {
  return sql`select id, false as "isLive",
      jsonb_build_object('firstName', ${TOKEN_AUTHOR}::text, 'lastName', name) as data
    from service_tokens where ${ids ? sql`id = any(${[...ids]}::uuid[])` : raw('true')}`
}

/** What a record is named by is never a list or an object: those may be large, and stay where they are. */
export function plainValues(data: string): Sql {
  return raw(`(select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(${data})
    where jsonb_typeof(value) not in ('object', 'array'))`)
}
