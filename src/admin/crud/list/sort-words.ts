import { translate } from '#admin/format/translate.ts'
import type { Sort } from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'

/** 'ascending' or 'descending'. */
export function orderWord({ descending }: Sort): string {
  return translate(descending ? 'descending' : 'ascending')
}

/** What a sort key is called: as the column that sorts by it, else as its field. */
export function sortLabel(resource: Resource, field: string): string {
  const column = resource.columns.find(({ sort }) => sort === field)
  return translate(column?.label ?? labelOf(resource, field) ?? STAMPS[field] ?? humanise(field))
}

const STAMPS: Readonly<Record<string, string>> = { createdAt: 'Created', updatedAt: 'Changed' }
