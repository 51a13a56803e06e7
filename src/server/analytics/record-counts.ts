import type { DayRange } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { startOfDay } from '#server/db/days.ts'
import { quote } from '#server/db/json-sql.ts'
import { tallies } from '#server/db/tallies.ts'
import { everyUser } from '#server/events/user-counts.ts'
import { tableName } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import { accountFigures, type ReadRows, userDays } from './stats.ts'

export type RecordCounts = ReturnType<typeof createRecordCounts>

/** Counts the records of the resources, by the names of their declarations. Unknown resources are absent. */
export function createRecordCounts(
  read: ReadRows,
  store: Pick<Store, 'pool' | 'records'>,
  registry: readonly Resource[],
  zone: () => string,
) {
  const known = new Map(registry.map((resource) => [resource.name, resource]))
  return {
    /** Returns how many records exist now. */
    async totals(): Promise<ReadonlyMap<string, number>> {
      // The counters outlive a resource that left the registry.
      return new Map([...(await tallies(store.pool))].filter(([name]) => known.has(name)))
    },

    activeMentors: () =>
      known.has('mentors')
        ? store.records('mentors').count([{ path: 'isActive', is: 'true' }])
        : Promise.resolve(0),

    /** Returns how many records were created in a range of days, also those deleted since. */
    async created(names: readonly string[], range: DayRange): Promise<ReadonlyMap<string, number>> {
      const others = names.flatMap((name) => (name === 'users' ? [] : (known.get(name) ?? [])))
      const [accounts, rows] = await Promise.all([
        names.includes('users') ? userDays(read, everyUser(registry), range) : undefined,
        others.length > 0
          ? read<{ name: string; n: number }>(others.map(createdIn).join(' union all '), [
              startOfDay(range.start, zone()),
              startOfDay(range.end, zone(), 1),
            ])
          : [],
      ])
      const counts = new Map(rows.map(({ name, n }) => [name, n]))
      // Users as the figure `newUsers` counts them.
      return accounts ? counts.set('users', accountFigures(accounts).newUsers) : counts
    },
  }
}

/** A record created in the range was deleted after its start, so the indexes of deletions find the deleted ones. */
function createdIn(resource: Resource): string {
  const [table, name] = [tableName(resource), quote(resource.name)]
  const isNew = 'created_at >= $1 and created_at < $2'
  return `select ${name} as name, (
    (select count(*) from ${table} where deleted_at is null and ${isNew})
    + (select count(*) from ${table} where deleted_at >= $1 and ${isNew})
    + (select count(*) from erased where resource = ${name} and deleted_at >= $1 and ${isNew})
  )::int as n`
}
