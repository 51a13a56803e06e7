import { translate } from '#admin/format/translate.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import type { Sort } from './paging.ts'

export const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export const ARROWS = { asc: '↑', desc: '↓', none: '↕' } as const

/** 'ascending' or 'descending'. */
export function orderWord({ order }: Sort): string {
  return translate(ARIA_SORT[order])
}

/** What a sort key is called: as the column that sorts by it, else as its field. */
export function sortLabel(resource: Resource, field: string): string {
  const column = resource.columns.find(({ sort }) => sort === field)
  return translate(column?.label ?? labelOf(resource, field) ?? STAMPS[field] ?? humanise(field))
}

const STAMPS: Readonly<Record<string, string>> = { createdAt: 'Created', updatedAt: 'Changed' }
