import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
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
import { type Answer, readWidget } from './read-widget.ts'

/** How much of an interval chance may move it by, so that widgets do not all ask at once. */
const SPREAD = 0.1

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

/**
 * Milliseconds between two readings of a widget. Takes the stored refreshInterval, in seconds, and a number from 0
 * to 1 that the widget drew once. Never outside 30 to 3600 s (DASH-03).
 */
export function intervalOf(stored: number, chance: number): number {
  const seconds = Math.min(Math.max(stored, REFRESH_LEAST), REFRESH_MOST)
  const width = seconds * SPREAD
  const from = Math.min(Math.max(seconds - width / 2, REFRESH_LEAST), REFRESH_MOST - width)
  return Math.round((from + chance * width) * 1000)
}

/** The days that changes in the shown widgets are against: 'Sep 28 – Oct 27'. Undefined until an answer names them. */
export function usePreviousPeriod(timeRange: TimeRange): string | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => client.getQueryCache().subscribe(changed),
    [client],
  )
  return useSyncExternalStore(subscribe, () => {
    const answers = client.getQueriesData<Answer>({
      queryKey: [WIDGET_DATA_PATH],
      type: 'active',
      predicate: ({ queryKey }) => queryKey[3] === timeRange,
    })
    for (const [, answer] of answers)
      if (answer?.kind === 'stats' && answer.compared && answer.range) {
        const { start, end } = answer.compared
        return wordsForPeriod({ start, end }, answer.range)
      }
    return undefined
  })
}
