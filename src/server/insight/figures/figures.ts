import type { Payload, Tab } from '#contract/insight/analytics.ts'
import { type DayRange, dayIn, rangeOf, type TimeRange } from '#contract/insight/days.ts'
import type { WidgetData, WidgetType } from '#contract/insight/widgets.ts'
import type { Resource } from '#model/resource.ts'
import type { Store } from '../../store/store.ts'
import type { Requests } from '../requests.ts'
import { createAnalytics } from './analytics.ts'
import { createReader } from './reader.ts'
import { createWidgets } from './widgets.ts'

/** What a widget shows, and of when. */
export interface WidgetAnswer<T extends WidgetType = WidgetType> {
  data: WidgetData<T>
  range: DayRange
  timeZone: string
  /** ISO time of the reading. */
  asOf: string
}

/** All figures as DEFINITIONS says (API-05), from the roll-up tables alone: no event is read. */
export interface Figures {
  /** The figures of a tab of analytics for a range of days. */
  analytics<T extends Tab>(tab: T, range: DayRange): Promise<Payload<T>>
  /** The figures of a widget for a range as seen from today. */
  widget<T extends WidgetType>(type: T, range: TimeRange): Promise<WidgetAnswer<T>>
}

export interface FiguresOptions {
  store: Store
  registry: readonly Resource[]
  zone: string
  now: () => Date
  requests: Pick<Requests, 'lastHour' | 'probe'>
  /** What the operator should know of this server. */
  warnings: () => readonly string[]
}

export function createFigures({ now, ...options }: FiguresOptions): Figures {
  const reader = createReader(options.store)
  const tabs = createAnalytics({ ...options, reader })
  const widgets = createWidgets({ ...options, reader })
  const { zone } = options
  return {
    analytics: (tab, range) => tabs[tab](range),

    async widget(type, timeRange) {
      const at = now()
      const range = rangeOf(timeRange, dayIn(zone, at))
      return { data: await widgets[type](range), range, timeZone: zone, asOf: at.toISOString() }
    },
  }
}
