import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { todayCounted } from '#admin/format/time.ts'
import { ANALYTICS_PATH, type Tab } from '#contract/insight/analytics.ts'
import { comparedPeriod, type Period } from '#contract/insight/compared.ts'
import { dayIn } from '#contract/insight/days.ts'
import { fetchRead } from '../fetch-read.ts'
import { type Address, readAddress, writeAddress } from './address.ts'
import { nameAsked, problemOf, rangeAsked } from './dates.ts'
import { grainOf } from './grain.ts'
import { readReport } from './read-report.ts'

/** Of a backend that does not name the previous period: it is counted in whole days. */
const NO_CLOCK = { today: '', time: '' }

export type AnalyticsPage = ReturnType<typeof useAnalytics>

/** All that the page shows comes from its address and the answers to what that asks for. */
export function useAnalytics() {
  const [params, setParams] = useSearchParams()
  const address = readAddress(params)
  const { tab, isCompared } = address
  const today = todayCounted()
  const range = rangeAsked(address, today)
  const isSane = problemOf(range) === undefined
  const current = useReport(tab, range, isSane)
  const { report } = current
  // The server says what it compares with; it is asked for once that is known.
  const before = report?.compared ?? comparedPeriod(report?.range ?? range, NO_CLOCK)
  const earlier = useReport(tab, before, isCompared && report !== undefined && !current.isOld)
  return {
    ...address,
    /** Writes the address: a step that Back takes back, but for charts shown as tables. */
    change: (part: Partial<Address>) => {
      const next = writeAddress(params, part)
      if (next.toString() === params.toString()) return
      // A ticked box is ticked at once, not after the router's transition.
      setParams(next, { replace: part.tables !== undefined, flushSync: true })
    },
    today,
    range,
    name: nameAsked(address),
    /** By what figures over time are shown. */
    grain: grainOf(report?.range ?? range),
    isSane,
    current,
    /** The previous period; undefined when nothing is compared. */
    earlier: isCompared ? earlier : undefined,
    refresh: () => {
      current.refetch()
      if (isCompared) earlier.refetch()
    },
  }
}

/** Asks for a tab's figures of a range. Those of the last range of this tab stay while they are on the way. */
function useReport(tab: Tab | undefined, { start, end, until }: Period, isAsked: boolean) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [ANALYTICS_PATH, tab, start, end, until],
    queryFn: async ({ signal }) => {
      const asked = tab ?? 'engagement'
      // Only a server that told of a time of day is asked for one.
      const query = { startDate: start, endDate: end, ...(until && { until }) }
      const report = await fetchRead(
        { path: `${ANALYTICS_PATH}/${asked}`, query, signal },
        (body) => readReport(asked, body, { start, end }),
      )
      return { ...report, today: dayIn(report.timeZone ?? 'UTC', new Date()) }
    },
    enabled: tab !== undefined && isAsked,
    placeholderData: (previous, query) => (query?.queryKey[1] === tab ? previous : undefined),
  })
  return {
    report: data,
    /** The figures shown are of another range, or of before a failure. */
    isOld: isPlaceholderData || (error !== null && data !== undefined),
    isFetching,
    error: error ?? undefined,
    refetch: () => void refetch(),
  }
}
