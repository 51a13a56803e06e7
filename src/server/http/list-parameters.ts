import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { isDate } from '../store/tables.ts'
import type { JsonSchema } from './json-schema.ts'

export const MOST_PAGES = 1_000_000
export const LONGEST_SEARCH = 100

/** The parameters that a resource's list takes, for the description and for naming them in refusals. */
export function listQuerySchema(resource: Resource) {
  const isAll = resource.api.envelope === 'all'
  const size = isAll ? {} : { default: PAGE_SIZE }
  const properties: Record<string, JsonSchema> = {
    page: { type: 'integer', minimum: 1, maximum: MOST_PAGES, ...(isAll ? {} : { default: 1 }) },
    limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, ...size },
  }
  if (resource.search.length > 0)
    properties.search = {
      type: 'string',
      maxLength: LONGEST_SEARCH,
      description: `Found literally, without regard to case and accents, in ${resource.search.join(', ')}`,
    }
  properties.sort = {
    type: 'string',
    default: resource.defaultSort,
    description: `Comma-separated; a minus in front turns round. Any of ${resource.sorts.join(', ')}`,
  }
  for (const path of resource.filters) Object.assign(properties, filterSchema(resource, path))
  return { type: 'object', properties }
}

function filterSchema(resource: Resource, path: string): Record<string, JsonSchema> {
  if (isDate(resource, path)) {
    const day = { type: 'string', format: 'date' }
    return {
      [`${path}_from`]: { ...day, description: 'The first day' },
      [`${path}_to`]: { ...day, description: 'The last day' },
    }
  }
  const described = describe(resource.row, path)
  if (described?.kind === 'boolean') return { [path]: { type: 'boolean' } }
  const values = described?.choices?.map(({ value }) => value)
  return { [path]: { type: 'string', ...(values && { enum: values }) } }
}
