import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { HttpError } from '#admin/providers/http-client.ts'
import { ANALYTICS_PATH, type Tab } from '#contract/insight/analytics.ts'
import type { Period } from '#contract/insight/compared.ts'
import { type DayRange, dayIn } from '#contract/insight/days.ts'
import { fetchRead } from '../fetch-read.ts'
import { type Address, readAddress, writeAddress } from './address.ts'
import { nameAsked, problemOf, rangeAsked } from './dates.ts'
import { grainOf } from './grain.ts'
import { type Report, readReport } from './read-report.ts'
import { periodBefore } from './series.ts'

/** As the last answer told, what a server reports in: the page that is opened next begins with the right today. */
let knownZone = 'UTC'

export type AnalyticsPage = ReturnType<typeof useAnalytics>

/** All that the page shows comes from its address and the answers to what that asks for. */
export function useAnalytics() {
  const [params, setParams] = useSearchParams()
  const [now, setNow] = useState(Date.now)
  const [zone, setZone] = useState(knownZone)
  const address = readAddress(params)
  const { tab, isCompared } = address
  const today = dayIn(zone, new Date(now))
  const range = rangeAsked(address, today)
  const isSane = problemOf(range) === undefined
  const wanted = useLastSane(range, isSane)
  const current = useReport(tab, wanted)
  // The server says what it compares with; it is asked for once that is known.
  const fresh = current.isOld ? undefined : current.report
  const shown = fresh?.range ?? wanted
  const before = fresh?.compared ?? (shown && periodBefore(shown))
  const earlier = useReport(tab, isCompared && fresh ? before : undefined)
  const report = useLastGood(tab, current)

  const toldZone = current.report?.timeZone
  if (toldZone && toldZone !== zone) {
    knownZone = toldZone
    setZone(toldZone)
  }
  /**
   * Writes the address: a step that Back takes back, unless it only corrects the last one. Charts shown as tables are
   * no step. A ticked box is ticked at once, not after the router's transition.
   */
  const change = (part: Partial<Address>, isCorrection = false) => {
    const next = writeAddress(params, part)
    if (next.toString() === params.toString()) return
    setParams(next, { replace: isCorrection || part.tables !== undefined, flushSync: true })
  }
  return {
    ...address,
    change,
    today,
    range,
    name: nameAsked(address),
    /** By what figures over time are shown. */
    grain: grainOf(report?.range ?? range),
    isSane,
    /** The previous period of the range, by the backend's word where it gave one. */
    before,
    current: { ...current, report },
    /** The previous period; undefined when nothing is compared. */
    earlier: isCompared ? earlier : undefined,
    refresh: () => {
      setNow(Date.now())
      current.refetch()
      if (isCompared) earlier.refetch()
    },
  }
}

/** A range that is refused asks for nothing, and what was shown last stays. */
function useLastSane(range: DayRange, isSane: boolean): DayRange | undefined {
  const [last, setLast] = useState(isSane ? range : undefined)
  const isNew = isSane && (range.start !== last?.start || range.end !== last.end)
  if (isNew) setLast(range)
  return isNew ? range : last
}

/** The last figures of a tab stay, marked as old, when newer ones could not be had. */
function useLastGood(tab: Tab | undefined, { report, isOld }: ReportState): Report | undefined {
  const [last, setLast] = useState<{ tab: Tab | undefined; report: Report }>()
  const isNew = report && !isOld && (last?.report !== report || last.tab !== tab)
  if (isNew) setLast({ tab, report })
  if (report) return report
  return last?.tab === tab ? last?.report : undefined
}

export type ReportState = ReturnType<typeof useReport>

/**
 * Asks for a tab's figures, anew whenever tab or range change. Each pair has an answer of its own, so that a
 * slow one of an earlier pair overwrites nothing (ANA-04); it is cancelled, too. Without a range, nothing is
 * asked for.
 */
function useReport(tab: Tab | undefined, range: Period | undefined) {
  const { start = '', end = '', until = '' } = range ?? {}
  const asked = tab ?? 'engagement'
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery<Report, HttpError>({
    queryKey: [ANALYTICS_PATH, asked, start, end, until],
    queryFn: async ({ signal }) => {
      // Only a server that told of a time of day is asked for one.
      const query = { startDate: start, endDate: end, ...(until && { until }) }
      const path = `${ANALYTICS_PATH}/${asked}`
      const read = (body: unknown) => readReport(asked, body, { start, end })
      const report = await fetchRead({ path, query, signal }, read)
      return { ...report, today: dayIn(report.timeZone ?? 'UTC', new Date()) }
    },
    enabled: tab !== undefined && range !== undefined,
    // Another tab's figures are of another kind.
    placeholderData: (previous, query) => (query?.queryKey[1] === tab ? previous : undefined),
  })
  return {
    /** Those asked for, or the last ones of this tab while they are on the way. */
    report: data,
    /** The figures shown are of another range, or of before a failure. */
    isOld: isPlaceholderData || (error !== null && data !== undefined),
    isFetching,
    error: error ?? undefined,
    refetch: () => void refetch(),
  }
}
