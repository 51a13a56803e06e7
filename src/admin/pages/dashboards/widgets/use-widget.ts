import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { REFRESH_LEAST, WIDGET_DATA_PATH, type WidgetType } from '#contract/insight/widgets.ts'
import { fetchRead } from '../../fetch-read.ts'
import { readWidget } from './read-widget.ts'
import { intervalOf } from './refresh.ts'

export type WidgetState = ReturnType<typeof useWidget>

/**
 * A widget's figures, asked for at its interval while the tab is seen (DASH-04). Each range has its own place
 * in the cache, so that a slow answer of an earlier one never covers a later one; what nobody waits for any
 * more is cut off.
 */
export function useWidget(
  { id, dataSource }: WidgetRecord,
  type: WidgetType,
  timeRange: TimeRange,
  isKiosk: boolean,
) {
  const [chance] = useState(Math.random)
  const interval = intervalOf(dataSource.refreshInterval, chance)
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [WIDGET_DATA_PATH, id, type, timeRange],
    // The stored endpoint is never asked: the address is built from the type.
    queryFn: ({ signal }) =>
      fetchRead(
        { path: WIDGET_DATA_PATH, query: { widgetType: type, timeRange }, signal },
        (body) => readWidget(type, body),
      ),
    // The figures of the range before stay until those of the new one are there.
    placeholderData: (previous) => previous,
    // Nobody stands at a wall to press Retry.
    refetchInterval: ({ state }) =>
      isKiosk && state.status === 'error' ? REFRESH_LEAST * 1000 : interval,
    // Coming back to the tab catches up with what was due meanwhile.
    refetchOnWindowFocus: ({ state }) =>
      Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= interval,
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
