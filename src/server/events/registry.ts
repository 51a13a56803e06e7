import type { Resource } from '#model/resource.ts'
import { withErased } from '#server/records/erased-sql.ts'
import { shapeOf, tableName } from '#server/records/shape.ts'

function usersOf(registry: readonly Resource[]): Resource {
  const users = registry.find(({ name }) => name === 'users')
  if (!users) throw new Error("The registry has no resource 'users', whose doings are counted.")
  return users
}

/** The table of the users, whose last login and counters are kept with the facts. */
export function usersTable(registry: readonly Resource[]): string {
  return tableName(usersOf(registry))
}

/** The SQL of all users that there are and were, to stand behind `from`. */
export function everyUser(registry: readonly Resource[]): string {
  return `(${withErased(usersOf(registry))}) as every_user`
}

/** Where last logins are kept: the table, and its column beside the user's `id`. */
export interface LastLogins {
  table: string
  column: string
}

export function lastLogins(registry: readonly Resource[]): LastLogins {
  const { kept, keptTable } = shapeOf(usersOf(registry))
  const column = kept.find(({ path }) => path === 'lastLogin')?.name
  if (column === undefined) throw new Error("The resource 'users' has no time 'lastLogin'.")
  return { table: keptTable, column }
}

/** The SQL of a user's last login; `alias` is that of the users' table. */
export function lastLoginOf(registry: readonly Resource[], alias: string): string {
  const { table, column } = lastLogins(registry)
  return `(select k.${column} from ${table} k where k.id = ${alias}.id)`
}
