import type { ClientBase } from 'pg'
import { TOTALS } from './fact-totals.ts'

/** A table that is made from events and users, with its primary key. */
interface Derived {
  name: string
  keys: readonly string[]
}

const sums = TOTALS.map(({ table, keys }): Derived => ({ name: table, keys: Object.keys(keys) }))

/** Everything that is made from events and users; `daily` last, for writes of users wait for it alone. */
export const DERIVED: readonly Derived[] = [
  { name: 'user_days', keys: ['user_id', 'day'] },
  { name: 'app_sessions', keys: ['id', 'user_id'] },
  { name: 'assignments', keys: ['subject_id', 'user_id', 'kind'] },
  { name: 'reviews', keys: ['mentor_id', 'user_id'] },
  ...sums,
]

/** Memory for temporary tables; it can only be had before the first of them in a session. */
async function widen(client: ClientBase): Promise<void> {
  await client.query('savepoint widen')
  try {
    await client.query("set local temp_buffers = '128MB'")
  } catch {
    await client.query('rollback to savepoint widen')
  }
}

/**
 * Makes an empty temporary table of each derived one's name. PostgreSQL finds those first, so the same
 * SQL now writes into them. Gives the name by which the real ones are still reached.
 */
export async function makeBeside(client: ClientBase): Promise<(table: string) => string> {
  const { rows } = await client.query<{ schema: string }>(
    'select quote_ident(current_schema()) as schema',
  )
  await widen(client)
  const real = (table: string) => `${rows[0]?.schema ?? 'public'}.${table}`
  // Only the index that conflicts are found by: the others would cost more than they are used.
  for (const { name, keys } of DERIVED)
    await client.query(
      `create temp table ${name} (like ${real(name)} including defaults) on commit drop;
       create unique index on ${name} (${keys.join(', ')})`,
    )
  return real
}

/** Makes a real table equal to the one beside it, which goes. Gives how many rows differed. */
export async function exchange(
  client: ClientBase,
  { name, keys }: Derived,
  real: string,
): Promise<number> {
  const made = `pg_temp.${name}`
  await client.query(`analyze ${made}`)
  const isSameRow = keys.map((key) => `m.${key} = r.${key}`).join(' and ')
  const gone = await client.query(
    `delete from ${real} r where not exists (
       select from ${made} m where ${isSameRow} and row(m.*) is not distinct from row(r.*)
     )`,
  )
  const come = await client.query(
    `insert into ${real} select * from ${made} m
     where not exists (select from ${real} r where ${isSameRow})`,
  )
  await client.query(`drop table ${made}`)
  await client.query(`analyze ${real}`)
  return Math.max(gone.rowCount ?? 0, come.rowCount ?? 0)
}
