import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import { describe } from '#model/describe.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, MOST_WORDS } from '#model/search.ts'
import { filteredReference } from '../store/references.ts'
import { isDate } from '../store/tables.ts'
import { dayParameter } from './days.ts'
import type { JsonSchema } from './json-schema.ts'

export const MOST_PAGES = 1_000_000
export const MOST_IDS = MAX_PAGE_SIZE

/** The parameters that a resource's list takes, for the description and for naming them in refusals. */
export function listQuerySchema(resource: Resource) {
  const words = sortWords(resource)
  const isAll = isListedWhole(resource)
  const size = isAll ? {} : { default: PAGE_SIZE }
  const properties: Record<string, JsonSchema> = {
    page: { type: 'integer', minimum: 1, maximum: MOST_PAGES, ...(isAll ? {} : { default: 1 }) },
    limit: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, ...size },
  }
  if (resource.search.length > 0)
    properties.search = {
      type: 'string',
      maxLength: LONGEST_SEARCH,
      description: `Records that have all of these words, in any order and without regard to case and accents, in ${resource.search.join(', ').replaceAll('.*', '')}. Of more than ${MOST_WORDS} words the longest count`,
    }
  properties.sort = {
    type: 'array',
    items: { type: 'string', enum: [...words, ...words.map((word) => `-${word}`)] },
    minItems: 1,
    maxItems: words.length,
    uniqueItems: true,
    default: [resource.defaultSort],
    description:
      'Separated by commas, the first counts most, none of them twice; a minus in front turns round',
  }
  for (const path of resource.filters) Object.assign(properties, filterSchema(resource, path))
  properties.ids = {
    type: 'array',
    items: { type: 'string', minLength: 1, pattern: '^[^,]+$' },
    minItems: 1,
    maxItems: MOST_IDS,
    description:
      'Of these records only, separated by commas. Ids that do not exist are left out, and there are no further pages',
  }
  return { type: 'object', style: 'form', explode: false, properties }
}

/** The paths that a list can be sorted by. */
export function sortWords({ sorts, defaultSort }: Resource): string[] {
  return [...new Set([...sorts, defaultSort.replace(/^-/, '')])]
}

function filterSchema(resource: Resource, path: string): Record<string, JsonSchema> {
  if (isDate(resource, path)) {
    return {
      [`${path}_from`]: dayParameter('The first day, in the reporting time zone'),
      [`${path}_to`]: dayParameter('The last day, included'),
    }
  }
  const reference = filteredReference(resource, path)
  if (reference)
    return {
      [path]: { type: 'string', format: 'uuid', description: `The id of one of ${reference.to}` },
    }
  const described = describe(resource.row, path)
  if (described?.kind === 'boolean' || described?.kind === 'number')
    return { [path]: { type: described.kind } }
  const values = described?.choices?.map(({ value }) => value)
  return { [path]: { type: 'string', ...(values && { enum: values }) } }
}

/** The declared filters on free texts: a form can suggest their values (MIS-02). */
export function suggestible(resource: Resource): string[] {
  return resource.filters.filter(
    (path) => describe(resource.row, path)?.kind === 'text' && !filteredReference(resource, path),
  )
}

/** The parameter of the route that answers the values in use. */
export function valuesQuerySchema(resource: Resource) {
  const of = { type: 'string', enum: suggestible(resource), description: 'The filter meant' }
  return { type: 'object', properties: { of }, required: ['of'] }
}
