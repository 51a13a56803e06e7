import { useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

/** What each chosen record is called, by its id. */
export type Names = ReadonlyMap<string, string>

/** The records of a list that were chosen. They stay over pages and orders, and go with the query they stood in. */
export interface Selection {
  /** Check boxes show: always on a wide screen, and on a phone once one wants to choose. */
  isShown: boolean
  /** Shows or hides them on a phone; hidden, nothing is chosen. */
  show: (isShown: boolean) => void
  /** All that the query leaves, on whatever page. */
  isAll: boolean
  /** Those that were chosen one by one; empty when it is all of them. */
  names: Names
  count: number
  has: (id: string) => boolean
  /** Chooses a record, or gives it up; with `toHere` all between the one before and it. */
  toggle: (row: Row, isOn: boolean, toHere: boolean) => void
  togglePage: (isOn: boolean) => void
  takeAll: () => void
  /** Chooses just these, and gives up all others. */
  take: (names: Names) => void
  clear: () => void
}

interface Chosen {
  names: Names
  isAll: boolean
  /** What a range begins at. */
  from: string | undefined
}

const NOTHING: Chosen = { names: new Map(), isAll: false, from: undefined }

/** Undefined where the backend takes no changes of many records. */
export function useSelection(resource: Resource, list: ResourceList): Selection | undefined {
  const isPhone = useIsPhone()
  const [wantsBoxes, show] = useState(false)
  const of = selectedBy(list)
  const [kept, keep] = useState<Chosen & { of: string }>({ ...NOTHING, of })
  const { names, isAll } = kept.of === of ? kept : NOTHING
  const { rows, total } = list

  if (!hasChanges()) return undefined
  const change = (next: (now: Chosen) => Partial<Chosen>) =>
    keep((before) => {
      const now = before.of === of ? before : NOTHING
      return { ...now, isAll: false, ...next(now), of }
    })
  /** Giving one up of all leaves those that can be seen. */
  const namesOf = (now: Chosen) => new Map(now.isAll ? named(resource, rows) : now.names)

  return {
    isShown: !isPhone || wantsBoxes,
    show: (isShown) => {
      show(isShown)
      if (!isShown) change(() => NOTHING)
    },
    isAll,
    names,
    count: isAll ? total : names.size,
    has: (id) => isAll || names.has(id),
    toggle: (row, isOn, toHere) =>
      change((now) => {
        const next = namesOf(now)
        const between = toHere ? rangeOf(rows, now.from, row.id) : [row]
        for (const [id, name] of named(resource, between))
          if (isOn) next.set(id, name)
          else next.delete(id)
        return { names: next, from: row.id }
      }),
    togglePage: (isOn) =>
      change((now) => {
        const next = namesOf(now)
        for (const [id, name] of named(resource, rows))
          if (isOn) next.set(id, name)
          else next.delete(id)
        return { names: next }
      }),
    takeAll: () => change(() => ({ names: new Map(), isAll: true })),
    take: (these) => change(() => ({ names: these })),
    clear: () => change(() => NOTHING),
  }
}

/** What decides which records a list has: not their order, and not the page. */
function selectedBy({ search, filters, deleted }: ListQuery): string {
  return JSON.stringify([search, Object.entries(filters).sort(), deleted])
}

function named(resource: Resource, rows: readonly Row[]): [string, string][] {
  return rows.map((row) => [row.id, nameOf(resource, row)])
}

/** The rows from one to another, both included; the other alone where the one is on no page that shows. */
function rangeOf(rows: readonly Row[], from: string | undefined, to: string): readonly Row[] {
  const ends = [from, to].map((id) => rows.findIndex((row) => row.id === id))
  const last = Math.max(...ends)
  const first = Math.min(...ends)
  return rows.slice(first < 0 ? last : first, last + 1)
}
