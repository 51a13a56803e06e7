import { useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

/** What each selected record is called, by its id. */
export type Names = ReadonlyMap<string, string>

/** The selected records of a list. They stay over pages and orders, and go with another search or filter. */
export interface Selection {
  /** Check boxes show: always on a wide screen, and on a phone after Select. */
  isShown: boolean
  /** Shows or hides them on a phone. Hiding clears the selection. */
  show: (isShown: boolean) => void
  /** All that match are selected, on whatever page. */
  isAll: boolean
  /** Those that were selected one by one; empty when all are. */
  names: Names
  count: number
  has: (id: string) => boolean
  toggle: (row: Row, isOn: boolean) => void
  togglePage: (isOn: boolean) => void
  /** Selects exactly these ids; each is on this page or was selected before. */
  choose: (ids: readonly string[]) => void
  takeAll: () => void
  /** Selects exactly these. */
  take: (names: Names) => void
  clear: () => void
}

interface Selected {
  names: Names
  isAll: boolean
}

const NOTHING: Selected = { names: new Map(), isAll: false }

/** Undefined where the backend takes no changes of many records. */
export function useSelection(resource: Resource, list: ResourceList): Selection | undefined {
  const isPhone = useIsPhone()
  const [wantsBoxes, show] = useState(false)
  const of = selectedBy(list)
  const [kept, keep] = useState<Selected & { of: string }>({ ...NOTHING, of })
  const { names, isAll } = kept.of === of ? kept : NOTHING
  const { rows, total } = list

  if (!hasChanges()) return undefined
  const named = new Map(rows.map((row) => [row.id, nameOf(resource, row)]))
  const take = (next: Names) => keep({ names: next, isAll: false, of })
  // Removing one from all leaves those of the page.
  const now = isAll ? named : names
  const choose = (ids: readonly string[]) =>
    take(new Map(ids.map((id) => [id, named.get(id) ?? names.get(id) ?? id])))

  return {
    isShown: !isPhone || wantsBoxes,
    show: (isShown) => {
      show(isShown)
      if (!isShown) take(NOTHING.names)
    },
    isAll,
    names,
    count: isAll ? total : names.size,
    has: (id) => isAll || names.has(id),
    toggle: ({ id }, isOn) =>
      choose(isOn ? [...now.keys(), id] : [...now.keys()].filter((one) => one !== id)),
    togglePage: (isOn) =>
      choose(
        isOn ? [...now.keys(), ...named.keys()] : [...now.keys()].filter((id) => !named.has(id)),
      ),
    choose,
    takeAll: () => keep({ names: NOTHING.names, isAll: true, of }),
    take,
    clear: () => take(NOTHING.names),
  }
}

/** What decides which records a list has: not their order, and not the page. */
function selectedBy({ search, filters, deleted }: ListQuery): string {
  return JSON.stringify([search, Object.entries(filters).sort(), deleted])
}
