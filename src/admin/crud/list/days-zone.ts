import { otherDaysZone } from '#admin/format/region.ts'
import { type ListFilter, type ListQuery, listFilters } from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'

/** The time zone whose days a filter means, where it is not the reader's. Days of the calendar are of no zone. */
export function zoneOfFilter({ row }: Pick<Resource, 'row'>, { path, kind }: ListFilter) {
  return kind === 'days' && describe(row, path)?.kind !== 'day' ? otherDaysZone() : undefined
}

/** The time zone that a list's dates are shown in, where it is not the reader's: that of the days it is filtered by. */
export function zoneOfDates(resource: Resource, filters: ListQuery['filters']): string | undefined {
  return listFilters(resource)
    .filter(({ parameters }) => parameters.some((name) => filters[name] !== undefined))
    .map((filter) => zoneOfFilter(resource, filter))
    .find((zone) => zone !== undefined)
}
