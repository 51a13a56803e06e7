import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { wordsForPeriod } from '#admin/format/numbers.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import {
  REFRESH_LEAST,
  REFRESH_MOST,
  WIDGET_DATA_PATH,
  type WidgetType,
} from '#contract/insight/widgets.ts'
import { fetchRead } from '../../fetch-read.ts'
import { isWidgetType } from '../widget-types.ts'
import { readWidget } from './read-widget.ts'

export type WidgetState = ReturnType<typeof useWidget>

/**
 * A widget's figures, fetched at its interval while the tab is visible. Each range has its own place in the cache, so
 * that a slow answer of an earlier one never covers a later one.
 */
export function useWidget(widget: WidgetRecord, timeRange: TimeRange, isKiosk: boolean) {
  const interval = intervalOf(widget.dataSource.refreshInterval)
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOf(widget, timeRange),
    enabled: isWidgetType(widget.type),
    // The figures of the range before stay until those of the new one are there.
    placeholderData: keepPreviousData,
    // Nobody stands at a wall to press Retry.
    refetchInterval: ({ state }) =>
      isKiosk && state.status === 'error' ? REFRESH_LEAST * 1000 : interval,
    // Coming back to the tab catches up with what was due meanwhile.
    staleTime: interval,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  })
  return {
    /** The last answer for this range; while the first for a new range is on the way, that of the old one. */
    answer: data,
    /** When the answer came, in milliseconds; 0 when it belongs to another range. */
    updatedAt: isPlaceholderData ? 0 : dataUpdatedAt,
    isFetching,
    /** What the server said of its failure, '' when it said nothing; undefined when the last call went well. */
    failure: error?.message,
    refresh: () => void refetch({ cancelRefetch: false }),
  }
}

/** What the widgets of a dashboard say together; they are fetched by their own cards. */
export function useAllWidgets(widgets: readonly WidgetRecord[], timeRange: TimeRange) {
  return useQueries({
    queries: widgets
      .filter(({ type }) => isWidgetType(type))
      .map((widget) => ({ ...queryOf(widget, timeRange), enabled: false })),
    combine: (all) => {
      const answers = all.flatMap(({ data }) => (data?.kind === 'stats' ? [data] : []))
      const { compared, range } = answers.find((one) => one.compared && one.range) ?? {}
      return {
        /** When the latest answer came, in milliseconds; 0 before the first. */
        updatedAt: Math.max(0, ...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
        hasFailed: all.length > 0 && all.every(({ isError }) => isError),
        /** The days that changes are against: 'Sep 28 – Oct 27'. */
        period:
          compared && range && wordsForPeriod({ start: compared.start, end: compared.end }, range),
      }
    },
  })
}

function queryOf({ id, type }: WidgetRecord, timeRange: TimeRange) {
  return queryOptions({
    queryKey: [WIDGET_DATA_PATH, id, type, timeRange],
    // The stored endpoint is never requested: the address is built from the type.
    queryFn: ({ signal }) =>
      fetchRead(
        { path: WIDGET_DATA_PATH, query: { widgetType: type, timeRange }, signal },
        (body) => readWidget(type as WidgetType, body),
      ),
  })
}

/** Milliseconds between two readings of a widget. Takes the stored refreshInterval, in seconds. */
export function intervalOf(stored: number): number {
  return Math.min(Math.max(stored, REFRESH_LEAST), REFRESH_MOST) * 1000
}
