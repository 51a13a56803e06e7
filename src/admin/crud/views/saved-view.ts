import { textAt } from '#admin/providers/adapters/coerce.ts'
import { createListReader } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { titled } from '#model/words.ts'

/** A view as the screens hold it. */
export interface SavedView {
  id: string
  name: string
  query: string
  layout: unknown
  isShared: boolean
  owner: string
  /** As it was read, for its version. */
  row: Row
}

export function readView(row: Row): SavedView {
  return {
    id: row.id,
    name: textAt(row.name),
    query: textAt(row.query),
    layout: row.layout,
    isShared: row.shared === true,
    owner: textAt(row.owner),
    row,
  }
}

/** One's own first, then those that others share. */
export function inOrder(views: readonly SavedView[], person: string): readonly SavedView[] {
  const isOwn = ({ owner }: SavedView) => owner === person
  return [...views.filter(isOwn), ...views.filter((view) => !isOwn(view))]
}

/** What a view asks for that its list no longer knows, in the words of the screen. */
export function lostIn(resource: Resource, query: string): string[] {
  const given = new Map(new URLSearchParams(query))
  // Whether records still have a choice that is no longer offered is the server's to say.
  const { faults } = createListReader(resource, () => true)(given)
  const names = faults.map(({ parameter }) => {
    const path = parameter.replace(/_(from|to|is)$/, '')
    return labelOf(resource, path) ?? titled(path)
  })
  return [...new Set(names)]
}
