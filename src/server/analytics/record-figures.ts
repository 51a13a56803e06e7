import type { DayRange } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { tallies } from '#server/db/tallies.ts'
import { everyUser } from '#server/events/user-tables.ts'
import { tableName } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import { accountFigures, userDays } from './stats.ts'
import type { ReadRows } from './sums.ts'

export type RecordCounts = ReturnType<typeof createRecordCounts>

const USERS = 'users'

/** How many records the resources have and get, by the names of their declarations. */
export function createRecordCounts({
  read,
  store,
  registry,
  zone,
}: {
  read: ReadRows
  store: Pick<Store, 'pool' | 'records'>
  registry: readonly Resource[]
  zone(): string
}) {
  const known = new Map(registry.map((resource) => [resource.name, resource]))

  /** Users as `newUsers` counts them. */
  const newUsers = async (range: DayRange) => {
    const days = await userDays(read, everyUser(registry), range)
    return accountFigures(days).newUsers
  }
  const newRecords = (resources: readonly Resource[], { start, end }: DayRange) =>
    read<{ name: string; n: number }>(resources.map(createdIn).join(' union all '), [
      startOfDay(start, zone()),
      startOfDay(end, zone(), 1),
    ])

  return {
    /** Records that exist now. Resources that the registry lacks are absent. */
    async totals(): Promise<ReadonlyMap<string, number>> {
      const totals = await tallies(store.pool)
      // The counters outlive a resource that left the registry.
      return new Map([...totals].filter(([name]) => known.has(name)))
    },

    activeMentors: () =>
      known.has('mentors')
        ? store.records('mentors').count([{ path: 'isActive', is: 'true' }])
        : Promise.resolve(0),

    /** Records created in a range of days, deleted since or not. Resources that the registry lacks are absent. */
    async created(names: readonly string[], range: DayRange): Promise<ReadonlyMap<string, number>> {
      const asked = names.flatMap((name) => known.get(name) ?? [])
      const others = asked.filter(({ name }) => name !== USERS)
      const [users, rows] = await Promise.all([
        asked.length > others.length ? newUsers(range) : undefined,
        others.length > 0 ? newRecords(others, range) : [],
      ])
      return new Map([
        ...(users === undefined ? [] : [[USERS, users] as const]),
        ...rows.map(({ name, n }) => [name, n] as const),
      ])
    },
  }
}

/** A record created in the range was deleted after its start: so the indexes of deletions find the deleted ones. */
function createdIn(resource: Resource): string {
  const [table, name] = [tableName(resource), quote(resource.name)]
  const isNew = 'created_at >= $1 and created_at < $2'
  return `select ${name} as name, (
    (select count(*) from ${table} where deleted_at is null and ${isNew})
    + (select count(*) from ${table} where deleted_at >= $1 and ${isNew})
    + (select count(*) from erased where resource = ${name} and deleted_at >= $1 and ${isNew})
  )::int as n`
}
