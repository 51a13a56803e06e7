import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/api.ts'
import {
  type ListFilter,
  listFilters,
  MOST_IDS,
  MOST_PAGES,
  sortPaths,
} from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, MOST_WORDS } from '#model/search.ts'
import { dayParameter, type JsonSchema } from './json-schema.ts'

/** The parameters that a resource's list takes, for the description and for naming them in refusals. */
export function listQuerySchema(resource: Resource) {
  const words = sortPaths(resource)
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
  for (const filter of listFilters(resource)) Object.assign(properties, filterSchema(filter))
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

function filterSchema({
  path,
  kind,
  choices,
  to,
  parameters,
}: ListFilter): Record<string, JsonSchema> {
  const [first = path, last = path] = parameters
  switch (kind) {
    case 'days':
      return {
        [first]: dayParameter('The first day, in the reporting time zone'),
        [last]: dayParameter('The last day, included'),
      }
    case 'reference':
      return { [path]: { type: 'string', format: 'uuid', description: `The id of one of ${to}` } }
    case 'flag':
      return { [path]: { type: 'boolean' } }
    case 'number':
      return { [path]: { type: 'number' } }
    case 'choice':
      return { [path]: { type: 'string', enum: choices.map(({ value }) => value) } }
    case 'text':
      return { [path]: { type: 'string' } }
  }
}

/** The declared filters on free texts: a form can suggest their values (MIS-02). */
export function suggestible(resource: Resource): string[] {
  return listFilters(resource)
    .filter(({ path, kind }) => kind === 'text' && describe(resource.row, path)?.kind === 'text')
    .map(({ path }) => path)
}

/** The parameter of the route that answers the values in use. */
export function valuesQuerySchema(resource: Resource) {
  const of = { type: 'string', enum: suggestible(resource), description: 'The filter meant' }
  return { type: 'object', properties: { of }, required: ['of'] }
}
