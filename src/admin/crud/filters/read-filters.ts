import { isAskableDay } from '#contract/insight/days.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { type FilterField, filterFields } from './filter-fields.ts'

/** One condition of a list, as Refine writes it into the address. */
export interface ListFilter {
  field: string
  operator: 'eq' | 'gte' | 'lte'
  value: string
}

/** No stored value that can be filtered by is longer. */
const LONGEST = 200

/**
 * The declared filters among what the address bar asks for, in the declaration's order; one condition of a kind.
 * Fields, operators and values that the API would refuse are left out: a visitor may have typed anything.
 */
export function readFilters(resource: Resource, asked: readonly unknown[]): readonly ListFilter[] {
  return filterFields(resource).flatMap((field) =>
    field.kind === 'days' ? daysIn(field.path, asked) : equalIn(field, asked),
  )
}

/** The value that a field must have, by these filters. */
export function equalTo(filters: readonly ListFilter[], field: string): string | undefined {
  return filters.find((one) => one.field === field && one.operator === 'eq')?.value
}

function equalIn(field: FilterField, asked: readonly unknown[]): ListFilter[] {
  const value = textIn(asked, field.path, 'eq')
  if (value === undefined) return []
  const isKnown = field.kind !== 'choice' || field.choices.some((one) => one.value === value)
  return isKnown ? [{ field: field.path, operator: 'eq', value }] : []
}

/** A stretch that ends before it begins is none. */
function daysIn(field: string, asked: readonly unknown[]): ListFilter[] {
  const days = (['gte', 'lte'] as const).flatMap((operator) => {
    const value = textIn(asked, field, operator)
    return value !== undefined && isAskableDay(value) ? [{ field, operator, value }] : []
  })
  const [from, to] = days
  return from && to && from.value > to.value ? [] : days
}

function textIn(asked: readonly unknown[], field: string, operator: string): string | undefined {
  const found = asked.find(
    (one) => isObject(one) && one.field === field && one.operator === operator,
  )
  const value = isObject(found) && typeof found.value === 'string' ? found.value.trim() : ''
  return value === '' || value.length > LONGEST || value.includes('\0') ? undefined : value
}
