import type { DayRange } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import type { Store } from '#server/db/store.ts'
import { tallies } from '#server/db/tallies.ts'
import { everyUser } from '#server/events/user-tables.ts'
import { tableName } from '#server/records/shape.ts'
import { userDays } from './counters.ts'
import type { Reader } from './figure-reader.ts'
import { accountFigures } from './stats.ts'

/** How many records the resources hold and get, by the names of their declarations. The home and widgets read it here. */
export interface RecordCounts {
  /** Records that exist now. Resources that the registry lacks are absent. */
  totals(): Promise<ReadonlyMap<string, number>>
  activeMentors(): Promise<number>
  /** Records created in a range of days, deleted since or not. Resources that the registry lacks are absent. */
  created(names: readonly string[], range: DayRange): Promise<ReadonlyMap<string, number>>
}

const USERS = 'users'

export function createRecordCounts({
  reader,
  store,
  registry,
  zone,
}: {
  reader: Reader
  store: Pick<Store, 'pool' | 'records'>
  registry: readonly Resource[]
  zone(): string
}): RecordCounts {
  const known = new Map(registry.map((resource) => [resource.name, resource]))

  /** Users as `newUsers` counts them. */
  const newUsers = async (range: DayRange) => {
    const days = await userDays(reader, everyUser(registry), range)
    return accountFigures(days).newUsers
  }
  const newRecords = (resources: readonly Resource[], { start, end }: DayRange) =>
    reader.rows<{ name: string; n: number }>(resources.map(createdIn).join(' union all '), [
      startOfDay(start, zone()),
      startOfDay(end, zone(), 1),
    ])

  return {
    async totals() {
      const totals = await tallies(store.pool)
      // The counters outlive a resource that left the registry.
      return new Map([...totals].filter(([name]) => known.has(name)))
    },

    activeMentors: () =>
      known.has('mentors')
        ? store.records('mentors').count([{ path: 'isActive', is: 'true' }])
        : Promise.resolve(0),

    async created(names, range) {
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
