import { useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

/** The selected records of a list. They stay over pages and orders, and go with another search or filter. */
export interface Selection {
  /** Check boxes show: always on a wide screen, and on a phone after Select. */
  isShown: boolean
  /** Shows or hides them on a phone. Hiding clears the selection. */
  show: (isShown: boolean) => void
  /** All that match are selected, on whatever page. */
  isAll: boolean
  /** Those that are selected; where all are, those of the page. */
  ids: readonly string[]
  count: number
  has: (id: string) => boolean
  toggle: (id: string, isOn: boolean) => void
  /** Selects exactly these. */
  choose: (ids: readonly string[]) => void
  takeAll: () => void
}

/** Undefined where the backend takes no changes of many records. */
export function useSelection(list: ResourceList): Selection | undefined {
  const isPhone = useIsPhone()
  const [wantsBoxes, show] = useState(false)
  const { rows, search, filters, deleted, total } = list
  /** What decides which records a list has: not their order, and not the page. */
  const of = JSON.stringify([search, Object.entries(filters).sort(), deleted])
  const [kept, keep] = useState({ of, chosen: [] as readonly string[], isAll: false })
  const { chosen, isAll } = kept.of === of ? kept : { chosen: [], isAll: false }

  if (!hasChanges()) return undefined
  const choose = (those: readonly string[]) =>
    keep({ of, chosen: [...new Set(those)], isAll: false })
  // Removing one from all leaves those of the page.
  const ids = isAll ? rows.map(({ id }) => id) : chosen
  return {
    isShown: !isPhone || wantsBoxes,
    show: (isShown) => {
      show(isShown)
      if (!isShown) choose([])
    },
    isAll,
    ids,
    count: isAll ? total : ids.length,
    has: (id) => isAll || ids.includes(id),
    toggle: (id, isOn) => choose(isOn ? [...ids, id] : ids.filter((one) => one !== id)),
    choose,
    takeAll: () => keep({ of, chosen: [], isAll: true }),
  }
}
