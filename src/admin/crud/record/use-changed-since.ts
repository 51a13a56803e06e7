import { createContext, useEffect, useMemo, useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { useReturn } from '#admin/ui/use-return.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** The keys of the record that hold something else than before somebody returned to its page. */
export const ChangedContext = createContext<ReadonlySet<string>>(new Set())

/**
 * Reads a record's page anew for whoever returns to it when it is old. Gives the keys that changed meanwhile, until
 * something is pressed.
 */
export function useChangedSince(
  resource: Resource,
  row: Row | undefined,
  readAt: number,
): ReadonlySet<string> {
  const refresh = useRefresh()
  const [before, setBefore] = useState<Row>()
  useReturn(row ? readAt : 0, () => {
    if (!hasChanges()) return
    setBefore(row)
    void refresh([resource.name])
  })
  const changed = useMemo(() => new Set(before && row ? differing(before, row) : []), [before, row])
  const isMarked = changed.size > 0
  useEffect(() => {
    if (!isMarked) return
    const see = () => setBefore(undefined)
    addEventListener('click', see)
    return () => removeEventListener('click', see)
  }, [isMarked])
  return changed
}

function differing(before: Row, now: Row): string[] {
  if (before.id !== now.id) return []
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
}
