import { useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

export type Selection = NonNullable<ReturnType<typeof useSelection>>

/**
 * The selected records of a list. The selection survives pages and orders, and another search or filter clears it.
 * Undefined for backends without bulk changes.
 */
export function useSelection(list: ResourceList) {
  const isPhone = useIsPhone()
  const [wantsBoxes, show] = useState(false)
  const { rows, search, filters, deleted, total } = list
  /** Search and filters determine which records a list has; order and page do not. */
  const of = JSON.stringify([search, Object.entries(filters).sort(), deleted])
  const [kept, keep] = useState({ of, chosen: [] as readonly string[], isAll: false })
  const { chosen, isAll } = kept.of === of ? kept : { chosen: [], isAll: false }

  if (!hasChanges()) return undefined
  const choose = (those: readonly string[]) =>
    keep({ of, chosen: [...new Set(those)], isAll: false })
  // Removing one record from 'all' keeps the others of the page.
  const ids = isAll ? rows.map(({ id }) => id) : chosen
  return {
    /** Check boxes show: always on a wide screen, and on a phone after Select. */
    isShown: !isPhone || wantsBoxes,
    /** Phones only. Hiding clears the selection. */
    show: (isShown: boolean) => {
      show(isShown)
      if (!isShown) choose([])
    },
    /** All matches are selected, on every page. */
    isAll,
    /** The selected ids; if all are selected, those of the page. */
    ids,
    count: isAll ? total : ids.length,
    has: (id: string) => isAll || ids.includes(id),
    toggle: (id: string, isOn: boolean) =>
      choose(isOn ? [...ids, id] : ids.filter((one) => one !== id)),
    /** Selects exactly these. */
    choose,
    takeAll: () => keep({ of, chosen: [], isAll: true }),
  }
}
