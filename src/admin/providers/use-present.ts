import { useMemo, useSyncExternalStore } from 'react'
import { findingsNow, onFindings } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { isOfOurServer } from '#resources/menu-order.ts'

/** Whether the backend answered 404 at this path of the API. Asks nothing. */
export function useIsMissing(path: string): boolean {
  return useSyncExternalStore(onFindings, findingsNow)[path] === false
}

/**
 * The resources that the backend has, as far as is known: a list that answered 404 is left out, and what only our own
 * server keeps is left out of other backends until somebody opened its page and found it there. Asks nothing.
 */
export function usePresent(registry: readonly Resource[]): readonly Resource[] {
  const findings = useSyncExternalStore(onFindings, findingsNow)
  return useMemo(
    () => registry.filter((one) => findings[one.api.path] ?? (hasChanges() || !isOfOurServer(one))),
    [registry, findings],
  )
}
