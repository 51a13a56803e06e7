import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#admin/format/numbers.ts'
import { found, note } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { readNeeds } from '#admin/providers/adapters/read-needs.ts'
import { NEEDS_PATH, type NeedCount } from '#contract/needs.ts'
import { HttpError, send } from './http-client.ts'

const NONE: NeedCount[] = []

/** One call for all that waits. A server that has no such call has nothing that waits, and is asked once. */
async function fetchNeeds(signal: AbortSignal): Promise<NeedCount[]> {
  try {
    return readNeeds(await send({ method: 'GET', path: NEEDS_PATH, signal }))
  } catch (error) {
    if (!(error instanceof HttpError && error.statusCode === 404)) throw error
    note(NEEDS_PATH, false)
    return NONE
  }
}

/** Whether the backend counts what waits. */
export function hasNeeds(): boolean {
  return hasChanges() && found(NEEDS_PATH) !== false
}

/** The pending records of each resource. Writes invalidate it (App.tsx). Of another backend, none. */
export function useNeeds() {
  return useQuery({
    queryKey: [NEEDS_PATH],
    queryFn: ({ signal }) => (hasNeeds() ? fetchNeeds(signal) : NONE),
    staleTime: 60_000,
  })
}

/** '99+' where the exact number says no more than that. */
export function fewOf({ count }: NeedCount): string {
  return count > 99 ? `${formatNumber(99)}+` : formatNumber(count)
}

/** '1,000+' where counting ended. */
export function numberOf({ count, isMore }: NeedCount): string {
  return `${formatNumber(count)}${isMore ? '+' : ''}`
}
