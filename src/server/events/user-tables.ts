import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { shapeOf, tableName, withErased } from '#server/records/shape.ts'

function usersOf(registry: readonly Resource[]): Resource {
  const users = registry.find(({ name }) => name === 'users')
  if (!users) throw new Error("The registry has no resource 'users', whose events are counted.")
  return users
}

/** The table of the users, whose last logins and counters depend on events. */
export function usersTable(registry: readonly Resource[]): string {
  return tableName(usersOf(registry))
}

/** Returns the SQL of all users, deleted and erased ones included, to stand behind `from`. */
export function everyUser(registry: readonly Resource[]): string {
  return `(${withErased(usersOf(registry))}) as every_user`
}

/** Where last logins are stored: a table, and its column beside the user's `id`. */
export function lastLogins(registry: readonly Resource[]): { table: string; column: string } {
  const { kept, keptTable } = shapeOf(usersOf(registry))
  const column = kept.find(({ path }) => path === 'lastLogin')?.name
  if (column === undefined) throw new Error("The resource 'users' has no time 'lastLogin'.")
  return { table: keptTable, column }
}

/** Returns the SQL of a user's last login; `alias` is that of the users' table. */
export function lastLoginOf(registry: readonly Resource[], alias: string): string {
  const { table, column } = lastLogins(registry)
  return `(select k.${column} from ${table} k where k.id = ${alias}.id)`
}

/**
 * Sets last logins by the sign-ins among these events, unless a later one is known. A sender whose clock is ahead sets
 * none in the future. The record's version stays.
 */
export async function setLastLogins(
  client: ClientBase,
  events: string,
  registry: readonly Resource[],
): Promise<void> {
  const { table, column } = lastLogins(registry)
  await client.query(
    `with told as (
       select user_id, least(max(at), now()) as at
       from ${events} where type = 'user_signed_in' group by user_id
     )
     insert into ${table} as k (id, ${column})
     select u.id, t.at from told t join ${usersTable(registry)} u on u.id = t.user_id
     where u.deleted_at is null order by u.id
     on conflict (id) do update set ${column} = excluded.${column}
       where k.${column} is null or k.${column} < excluded.${column}`,
  )
}
