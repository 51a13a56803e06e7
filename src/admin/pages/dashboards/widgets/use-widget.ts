import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { wordsForPeriod } from '#admin/format/numbers.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import {
  REFRESH_LEAST,
  REFRESH_MOST,
  WIDGET_DATA_PATH,
  type WidgetRecord,
  type WidgetType,
  widgetData,
  widgetFrame,
} from '#contract/dashboards.ts'
import { dayIn, type TimeRange } from '#contract/days.ts'
import { isObject } from '#model/paths.ts'
import { fetchRead } from '../../fetch-read.ts'
import { isWidgetType } from '../widget-types.ts'

const frameSchema = z.object(widgetFrame)

export interface WidgetAnswer {
  data: Readonly<Record<string, unknown>>
  users: readonly unknown[]
  /** The range and the period it is compared with; undefined for backends that report neither. */
  frame: z.output<typeof frameSchema> | undefined
  /** The day when the figures were computed, which was not over. */
  today: string | undefined
}

/** Reads a widget's answer, bare or under data. Undefined if it has none of the widget's keys. */
export function readWidget(type: WidgetType, body: unknown): WidgetAnswer | undefined {
  const isUsers = type === 'recentUsers'
  const sent = unwrapEnvelope(body, ...(isUsers ? ['recentUsers', 'users'] : [])).at(-1)
  const users = isUsers && Array.isArray(sent) ? sent : []
  const data = !isUsers && isObject(sent) ? sent : {}
  const isAnswer = isUsers
    ? Array.isArray(sent)
    : Object.keys(widgetData[type].shape).some((key) => key in data)
  if (!isAnswer) return undefined
  const frame = frameSchema.safeParse(body).data
  return { data, users, frame, today: frame && dayIn(frame.timeZone, new Date(frame.asOf)) }
}

export type WidgetState = ReturnType<typeof useWidget>

/** A widget's figures, fetched at its interval while the tab is visible. */
export function useWidget(widget: WidgetRecord, timeRange: TimeRange, isKiosk: boolean) {
  const interval = intervalOf(widget.dataSource.refreshInterval)
  return useQuery({
    ...queryOf(widget, timeRange),
    enabled: isWidgetType(widget.type),
    placeholderData: keepPreviousData,
    // A wall display has no user to press Retry.
    refetchInterval: ({ state }) =>
      isKiosk && state.status === 'error' ? REFRESH_LEAST * 1000 : interval,
    staleTime: interval,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
}

/** Summarizes all widgets of a dashboard without fetching: their cards do that. */
export function useAllWidgets(widgets: readonly WidgetRecord[], timeRange: TimeRange) {
  return useQueries({
    queries: widgets
      .filter(({ type }) => isWidgetType(type))
      .map((widget) => ({ ...queryOf(widget, timeRange), enabled: false })),
    combine: (all) => {
      const frame = all.map(({ data }) => data?.frame).find((one) => one?.compared)
      return {
        /** Time of the latest answer in milliseconds; 0 before the first. */
        updatedAt: Math.max(0, ...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
        period:
          frame?.compared &&
          wordsForPeriod({ start: frame.compared.start, end: frame.compared.end }, frame.range),
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

export function intervalOf(stored: number): number {
  return Math.min(Math.max(stored, REFRESH_LEAST), REFRESH_MOST) * 1000
}
