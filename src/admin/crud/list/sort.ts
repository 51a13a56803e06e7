import { translate } from '#admin/format/translate.ts'
import { isForeign } from '#admin/http/backend.ts'
import { type ListQuery, readSort, type Sort } from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'

type Asked = Pick<ListQuery, 'sort' | 'deleted'>

/** The resource's own order, as far as it is known: deleted records have another, and so may another backend. */
function ownSort(resource: Resource, { deleted }: Asked): readonly Sort[] {
  return deleted || isForeign() ? [] : readSort(resource.defaultSort)
}

/** What a list is sorted by, be it asked for or its own order; undefined where that is not known. */
export function shownSort(resource: Resource, asked: Asked): Sort | undefined {
  return asked.sort[0] ?? ownSort(resource, asked)[0]
}

/** What a press on a header asks for: up, down, the own order again. Where that is its own, it is turned round. */
export function nextSort(resource: Resource, asked: Asked, path: string): readonly Sort[] {
  const own = ownSort(resource, asked)
  const now = shownSort(resource, asked)
  const isOwn = ({ descending }: Sort) =>
    own.length === 1 && own[0]?.path === path && own[0].descending === descending
  if (now?.path !== path) return orOwn({ path, descending: false })
  if (now.descending && !isOwn(now)) return []
  return orOwn({ path, descending: !now.descending })

  function orOwn(next: Sort): readonly Sort[] {
    return isOwn(next) ? [] : [next]
  }
}

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
