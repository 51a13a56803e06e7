import { toDraft } from '#admin/providers/adapters/draft.ts'
import { getAt, idOf, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { isSameValue } from './differences.ts'
import { type Clash, clashesOf } from './merge-versions.ts'

/** The places of entries that two admins changed, by the path of their list. */
export type ClashingEntries = Readonly<Record<string, readonly number[]>>

const NONE: ClashingEntries = {}

/** Which entries both changed, and not to the same: of lists that are to be chosen between. */
export function clashingEntries(resource: Resource, clash: Clash | undefined): ClashingEntries {
  if (!clash) return NONE
  const [before, theirs] = [clash.base, clash.theirs].map((row) => toDraft(resource, 'edit', row))
  const lists = clashesOf(resource, clash).filter(({ kind }) => kind === 'list')
  return Object.fromEntries(
    lists.map(({ path }) => {
      const [mine, other, base] = [clash.change, theirs, before].map((one) => entriesAt(one, path))
      const places = [...(mine ?? [])].flatMap(([key, entry], at) => {
        const was = base?.get(key)
        const isMine = was !== undefined && !isSameValue(entry, was)
        const isTheirs = !isSameValue(other?.get(key), was)
        return isMine && isTheirs && !isSameValue(entry, other?.get(key)) ? [at] : []
      })
      return [path, places]
    }),
  )
}

/** Entries by their ids, or by their places where they have none; where they stand is no part of them. */
function entriesAt(draft: unknown, path: string): Map<unknown, unknown> {
  const entries = getAt(draft, path)
  if (!Array.isArray(entries)) return new Map()
  return new Map(
    entries.map((entry, at) => {
      if (!isObject(entry)) return [at, entry]
      const { order: _, ...rest } = entry
      const id = idOf(entry)
      return [typeof id === 'string' ? id : at, rest]
    }),
  )
}
