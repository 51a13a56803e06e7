import { skipToken, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { todayCounted } from '#admin/format/time.ts'
import { ANALYTICS_PATH, comparedPeriod, type Period, TABS, type Tab } from '#contract/analytics.ts'
import { CHARTS, type Figure } from '#contract/charts.ts'
import { addDays, DEFAULT_DAYS, isDay } from '#contract/days.ts'
import { fetchRead } from '../fetch-read.ts'
import { daysFor, problemOf, RANGES } from './dates.ts'
import { readReport } from './report.ts'
import { grainOf } from './series.ts'

/** Query parameters of the page. A named range moves with the current day; two dates are fixed. */
type Address = Partial<
  Record<'tab' | 'range' | 'start' | 'end' | 'compare' | 'table', string | undefined>
>

/** Default parameters, which the address omits. */
const USUAL: Address = { tab: 'engagement', range: 'last30days' }

/** Used when the backend does not name the previous period: whole days are compared. */
const NO_CLOCK = { today: '', time: '' }

export type AnalyticsPage = ReturnType<typeof useAnalytics>

export function useAnalytics() {
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((one) => one === (params.get('tab') ?? USUAL.tab))
  const [start, end] = ['start', 'end']
    .map((name) => params.get(name) ?? '')
    .map((text) => (isDay(text) ? text : undefined))
  const today = todayCounted()
  const named = RANGES.find((one) => one === params.get('range')) ?? 'last30days'
  const name = start === undefined && end === undefined ? named : undefined
  const last = end ?? today
  const range = name
    ? daysFor(name, today)
    : { start: start ?? addDays(last, 1 - DEFAULT_DAYS), end: last }
  const isSane = problemOf(range) === undefined
  const isCompared = params.get('compare') === '1'
  const tables = (params.get('table') ?? '').split(',')

  const change = (part: Address) => {
    const next = new URLSearchParams(params)
    for (const [key, value] of Object.entries(part))
      if (value && value !== USUAL[key as keyof Address]) next.set(key, value)
      else next.delete(key)
    // Adds a history entry, except for the choice of tables. Synchronous, so that a check box reacts at once.
    setParams(next, { replace: 'table' in part, flushSync: true })
  }

  const current = useReport(tab, range, isSane)
  const { report } = current
  // The server's answer reports the compared period, which is fetched only then.
  const before = report?.compared ?? comparedPeriod(report?.range ?? range, NO_CLOCK)
  const asksEarlier = isCompared && report !== undefined && !current.isOld
  const earlier = useReport(tab, before, asksEarlier)
  return {
    tab,
    today,
    range,
    name,
    isSane,
    isCompared,
    isTable: (key: Figure) => tables.includes(key),
    setTable: (key: Figure, isTable: boolean) => {
      const next = CHARTS.map((chart) => chart.key).filter((one) =>
        one === key ? isTable : tables.includes(one),
      )
      change({ table: next.join(',') })
    },
    change,
    grain: grainOf(report?.range ?? range),
    current,
    /** The previous period; undefined without a comparison. */
    earlier: isCompared ? earlier : undefined,
    refresh: () => {
      current.refetch()
      if (asksEarlier) earlier.refetch()
    },
  }
}

function useReport(tab: Tab | undefined, { start, end, until }: Period, isAsked: boolean) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [ANALYTICS_PATH, tab, start, end, until],
    queryFn:
      tab && isAsked
        ? ({ signal }) => {
            // Sends a time of day only to servers that have reported one.
            const query = { startDate: start, endDate: end, ...(until && { until }) }
            return fetchRead({ path: `${ANALYTICS_PATH}/${tab}`, query, signal }, (body) =>
              readReport(tab, body, { start, end }),
            )
          }
        : skipToken,
    placeholderData: (previous, query) => (query?.queryKey[1] === tab ? previous : undefined),
  })
  return {
    report: data,
    /** True while figures of another range, or from before a failure, are shown. */
    isOld: isPlaceholderData || (error !== null && data !== undefined),
    isFetching,
    error: error ?? undefined,
    refetch: () => void refetch(),
  }
}
