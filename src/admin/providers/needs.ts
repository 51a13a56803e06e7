import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { found, note } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { readNeeds } from '#admin/providers/adapters/read-needs.ts'
import { NEEDS_PATH, type NeedCount } from '#contract/needs.ts'
import { HttpError, send, writes } from './http-client.ts'

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

/** What waits for somebody, where it does, as far as it was read; `isAsked` reads it. Of another backend, none. */
export function useNeeds(isAsked: boolean) {
  return useQuery({
    queryKey: [NEEDS_PATH],
    queryFn: ({ signal }) => (hasNeeds() ? fetchNeeds(signal) : NONE),
    enabled: isAsked,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })
}

/** Reads what waits again after each write. */
export function useFreshNeeds(isAsked: boolean): void {
  const { refetch } = useNeeds(isAsked)
  const written = useSyncExternalStore(writes.watch, writes.now)
  useEffect(() => {
    if (written > 0 && isAsked) void refetch()
  }, [written, isAsked, refetch])
}

/** '99+' where the exact number says no more than that. */
export function fewOf({ count }: NeedCount): string {
  return count > 99 ? `${formatNumber(99)}+` : formatNumber(count)
}

/** '1,000+' where counting ended. */
export function numberOf({ count, isMore }: NeedCount): string {
  return `${formatNumber(count)}${isMore ? '+' : ''}`
}
