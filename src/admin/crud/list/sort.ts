import { translate } from '#admin/format/translate.ts'
import { isForeign } from '#admin/http/backend.ts'
import { type ListQuery, readSort, type Sort } from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'

/** Returns the default order, if it is known: deleted records and other backends may have another. */
export function ownSort({ defaultSort }: Resource, { deleted }: Pick<ListQuery, 'deleted'>) {
  return deleted || isForeign() ? undefined : readSort(defaultSort)[0]
}

/** Returns the requested or the default order of a list, or undefined if it is not known. */
export function shownSort(resource: Resource, asked: Pick<ListQuery, 'sort' | 'deleted'>) {
  return asked.sort[0] ?? ownSort(resource, asked)
}

/** 'ascending' or 'descending'. */
export function orderWord({ descending }: Sort): string {
  return translate(descending ? 'descending' : 'ascending')
}

/** Returns the label of a sort key: its column's, else its field's. */
export function sortLabel(resource: Resource, field: string): string {
  const column = resource.columns.find(({ sort }) => sort === field)
  return translate(column?.label ?? labelOf(resource, field) ?? STAMPS[field] ?? humanise(field))
}

const STAMPS: Readonly<Record<string, string>> = { createdAt: 'Created', updatedAt: 'Changed' }
