import type { HttpError } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { importKey, isGone, planNext } from '#admin/providers/imports.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'

/** Has an import planned, piece after piece, for as long as this is shown. Gives why it stopped, and what goes on then. */
export function useRehearsal(resource: Resource, { id, state }: Import) {
  const client = useQueryClient()
  const queryKey = importKey(resource, id)
  const { error, refetch } = useQuery<Import, HttpError>({
    queryKey: [...queryKey, 'plan'],
    queryFn: async ({ signal }) => {
      try {
        const next = await planNext(resource, id, signal)
        client.setQueryData(queryKey, next)
        return next
      } catch (failure) {
        if (isGone(failure)) await client.invalidateQueries({ queryKey, exact: true })
        throw failure
      }
    },
    enabled: state === 'planning',
    // The next piece at once, also while the tab is hidden.
    refetchInterval: ({ state: { data, error: failure } }) =>
      failure || (data && data.state !== 'planning') ? false : 1,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    retry: false,
    gcTime: 0,
  })
  return { error: isGone(error) ? undefined : (error ?? undefined), goOn: () => void refetch() }
}
