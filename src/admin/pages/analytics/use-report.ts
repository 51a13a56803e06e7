import { useQuery } from '@tanstack/react-query'
import { HttpError, send } from '#admin/http/http.ts'
import { readError } from '#admin/wire/read-error.ts'
import { ANALYTICS_PATH, type Tab } from '#contract/insight/analytics.ts'
import type { Period } from '#contract/insight/compared.ts'
import { dayIn } from '#contract/insight/days.ts'
import { type Report, readReport } from './read-report.ts'

/** A tab's figures of one range, or what is known of the way to them. */
export interface ReportState {
  /** Those asked for, or the last ones of this tab while they are on the way. */
  report: Report | undefined
  /** The figures shown are of another range, or of before a failure. */
  isOld: boolean
  isFetching: boolean
  error: HttpError | undefined
  refetch: () => void
}

type Key = readonly [string, Tab, string, string, string]

/**
 * Asks for a tab's figures, anew whenever tab or range change. Each pair has an answer of its own, so that a
 * slow one of an earlier pair overwrites nothing (ANA-04); it is cancelled, too. Without a range, nothing is
 * asked for.
 */
export function useReport(tab: Tab | undefined, range: Period | undefined): ReportState {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery<
    Report,
    HttpError,
    Report,
    Key
  >({
    queryKey: [
      ANALYTICS_PATH,
      tab ?? 'engagement',
      range?.start ?? '',
      range?.end ?? '',
      range?.until ?? '',
    ],
    queryFn: ({ signal, queryKey: [, asked, start, end, until] }) =>
      fetchReport(asked, { start, end, until: until || undefined }, signal),
    enabled: tab !== undefined && range !== undefined,
    // Another tab's figures are of another kind.
    placeholderData: (previous, query) => (query?.queryKey[1] === tab ? previous : undefined),
  })
  return {
    report: data,
    isOld: isPlaceholderData || (error !== null && data !== undefined),
    isFetching,
    error: error ?? undefined,
    refetch: () => void refetch(),
  }
}

async function fetchReport(tab: Tab, range: Period, signal: AbortSignal): Promise<Report> {
  const { start, end, until } = range
  // Only a server that told of a time of day is asked for one.
  const query = { startDate: start, endDate: end, ...(until !== undefined && { until }) }
  const body = await send({ method: 'GET', path: `${ANALYTICS_PATH}/${tab}`, query, signal })
  const report = readReport(tab, body, range)
  if (!report) throw new HttpError(200, readError(body))
  return { ...report, today: dayIn(report.timeZone ?? 'UTC', new Date()) }
}
