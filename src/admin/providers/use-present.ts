import { useMemo, useSyncExternalStore } from 'react'
import { currentCapabilities, onCapabilities } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { isOfOurServer } from '#resources/menu-order.ts'

/** Returns whether the backend answered 404 at this path. Sends no request. */
export function useIsMissing(path: string): boolean {
  return useSyncExternalStore(onCapabilities, currentCapabilities)[path] === false
}

/**
 * Returns the resources that the backend is known to have. A list that answered 404 is absent. Resources of our own
 * server are absent from other backends until a visit to the page has found them. Sends no request.
 */
export function usePresent(registry: readonly Resource[]): readonly Resource[] {
  const findings = useSyncExternalStore(onCapabilities, currentCapabilities)
  return useMemo(
    () => registry.filter((one) => findings[one.api.path] ?? (hasChanges() || !isOfOurServer(one))),
    [registry, findings],
  )
}
