import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#admin/format/numbers.ts'
import { hasChanges } from '#admin/http/session.ts'
import { NEEDS_PATH, type NeedCount, type Needs } from '#contract/overview.ts'
import { answerOf, send } from './http-client.ts'

/** The pending records of each resource. Writes invalidate it (App.tsx). Other backends do not count them. */
export function useNeeds() {
  return useQuery({
    queryKey: [NEEDS_PATH],
    queryFn: async ({ signal }) => {
      const body = await send({ method: 'GET', path: NEEDS_PATH, signal })
      return answerOf<Needs>(body, 'needs').needs.filter(({ count }) => count > 0)
    },
    enabled: hasChanges(),
    staleTime: 60_000,
  })
}

/** Returns the count as text, '99+' above 99. */
export function fewOf({ count }: NeedCount): string {
  return count > 99 ? `${formatNumber(99)}+` : formatNumber(count)
}

/** '1,000+' where counting ended. */
export function numberOf({ count, isMore }: NeedCount): string {
  return `${formatNumber(count)}${isMore ? '+' : ''}`
}
