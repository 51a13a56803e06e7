import type { Resource } from '#model/resource.ts'
import { tableName } from '../../store/shape.ts'

/** The table of the users, whose last login and counters are kept with the facts. */
export function usersTable(registry: readonly Resource[]): string {
  const users = registry.find(({ name }) => name === 'users')
  if (!users) throw new Error("The registry has no resource 'users', whose doings are counted.")
  return tableName(users)
}
