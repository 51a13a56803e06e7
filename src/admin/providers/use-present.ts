import { useEffect, useSyncExternalStore } from 'react'
import { findingsNow, found, isForeign, note, onFindings } from '#admin/http/backend.ts'
import type { Resource } from '#model/resource.ts'
import { isOfSpecification } from '#resources/menu-order.ts'
import { dialect } from './adapters/dialect.ts'
import { HttpError } from './http-client.ts'

/** Whether the backend was found to have no list of these. Asks nothing. */
export function useIsLacking({ api: { path } }: Resource): boolean {
  return useSyncExternalStore(onFindings, findingsNow)[path] === false
}

/**
 * The resources that the backend has, as far as is known (WIRE-07). Another backend than ours need not have what
 * the specification does not name: it is asked for that once in a session, and until it has answered such a
 * resource is left out.
 */
export function usePresent(registry: readonly Resource[]): readonly Resource[] {
  useSyncExternalStore(onFindings, findingsNow)
  const isOthers = isForeign()
  const doubtful = isOthers
    ? registry.filter((one) => !isOfSpecification(one) && found(one.api.path) === undefined)
    : []
  const asked = doubtful.map(({ api }) => api.path).join()
  useEffect(() => {
    for (const one of registry) if (asked.split(',').includes(one.api.path)) void askFor(one)
  }, [asked, registry])
  return registry.filter((one) => !doubtful.includes(one) && found(one.api.path) !== false)
}

const asking = new Set<string>()

/** Any answer but a 404 says that there is such a list; no answer says nothing. */
async function askFor(resource: Resource): Promise<void> {
  const { path } = resource.api
  if (asking.has(path)) return
  asking.add(path)
  try {
    await (await dialect()).list(resource, { page: 1, limit: 1 })
    note(path, true)
  } catch (error) {
    const status = error instanceof HttpError ? error.statusCode : 0
    if (status !== 0 && status !== 401) note(path, status !== 404)
  } finally {
    asking.delete(path)
  }
}
