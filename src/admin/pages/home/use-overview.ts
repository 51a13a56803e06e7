import { useQuery } from '@tanstack/react-query'
import { translate } from '#admin/format/translate.ts'
import { HttpError, send } from '#admin/http/http.ts'
import { readError } from '#admin/wire/read-error.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import { type Overview, readOverview } from './read-overview.ts'

export interface OverviewState {
  /** The last one that came; it stays when a later call fails. */
  overview: Overview | undefined
  /** Nothing to show yet: skeletons stand in. */
  isPending: boolean
  /** Why the last call failed (HOME-03). */
  error: string | undefined
  retry: () => void
}

/** The overview, asked for anew whenever the home is opened. */
export function useOverview(): OverviewState {
  const { data, error, refetch } = useQuery<Overview, HttpError>({
    queryKey: [OVERVIEW_PATH],
    queryFn: ({ signal }) => fetchOverview(signal),
  })
  return {
    overview: data,
    isPending: !(data || error),
    error: error ? error.message || translate('Failed to fetch system overview') : undefined,
    retry: () => void refetch(),
  }
}

async function fetchOverview(signal: AbortSignal): Promise<Overview> {
  const body = await send({ method: 'GET', path: OVERVIEW_PATH, signal })
  const overview = readOverview(body)
  if (!overview) throw new HttpError(200, readError(body))
  return overview
}
