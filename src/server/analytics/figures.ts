import {
  type Clock,
  type Compared,
  comparedPeriod,
  type Payload,
  type Tab,
} from '#contract/analytics.ts'
import type { WidgetData, WidgetType } from '#contract/dashboards.ts'
import { type DayRange, dayIn, rangeOf, type TimeRange, timeIn } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import type { Facts } from '#server/events/facts.ts'
import type { Store } from '#server/store.ts'
import { createAnalytics } from './analytics.ts'
import { toFigurePeriod } from './partial-day.ts'
import { activeDays } from './people-figures.ts'
import { createRecordCounts, type RecordCounts } from './record-figures.ts'
import type { Requests } from './request-counts.ts'
import { type Asked, createStats } from './stats.ts'
import type { ReadRows } from './sums.ts'
import { createWidgets } from './widgets.ts'

/** What a widget shows, and of when. */
export interface WidgetAnswer<T extends WidgetType = WidgetType> {
  data: WidgetData<T>
  range: DayRange
  /** Absent where nothing is compared. */
  compared?: Compared
  timeZone: string
  /** ISO time of the reading. */
  asOf: string
}

/**
 * All figures as DEFINITIONS says (API-05), from the roll-up tables. Events are read of one day alone: the
 * last of a period that is compared with a day that is not over.
 */
export interface Figures {
  readonly records: RecordCounts
  /**
   * The figures of a tab of analytics for a range of days, the last of which may count only until a time of day
   * ('HH:MM').
   */
  analytics<T extends Tab>(tab: T, range: DayRange, until?: string): Promise<Payload<T>>
  /** The figures of a widget for a range as seen from today. */
  widget<T extends WidgetType>(type: T, range: TimeRange): Promise<WidgetAnswer<T>>
}

export interface FiguresOptions {
  store: Store
  registry: readonly Resource[]
  zone(): string
  now: () => Date
  requests: Pick<Requests, 'lastHour' | 'probe'>
  facts: Pick<Facts, 'countAside'>
  /** What the operator should know of this server. */
  warnings: () => readonly string[]
  /** How often a server makes backups by itself; undefined where it makes none. */
  backupEveryMs?: number | undefined
}

export function createFigures({ now, ...options }: FiguresOptions): Figures {
  const read: ReadRows = async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await options.store.pool.query<Row>(sql, [...values])).rows
  const stats = createStats({ read, registry: options.registry })
  const tabs = createAnalytics({ ...options, read, stats })
  const records = createRecordCounts({ ...options, read })
  const widgets = createWidgets({ ...options, read, stats, records })
  /** Reads figures of a range beside what it is compared with, as seen from a moment. */
  async function compare<T>(
    range: DayRange,
    zone: string,
    clock: Clock,
    until: string | undefined,
    figures: (asked: Asked) => Promise<T>,
  ): Promise<{ data: T; compared: Compared }> {
    const before = comparedPeriod(range, clock)
    const asked = {
      range: toFigurePeriod(until === undefined ? range : { ...range, until }, zone),
      before: toFigurePeriod(before, zone),
    }
    const [data, days] = await Promise.all([figures(asked), activeDays(read, before)])
    return { data, compared: { ...before, activeDays: days } }
  }

  return {
    records,

    async analytics(tab, { start, end }, until) {
      const range = { start, end }
      const zone = options.zone()
      const at = now()
      const clock =
        until === undefined
          ? { today: dayIn(zone, at), time: timeIn(zone, at) }
          : { today: end, time: until }
      const { data, compared } = await compare(range, zone, clock, until, tabs[tab])
      // A tab's figures and these make its payload; the types of a generic tab cannot say that.
      return { range, timeZone: zone, compared, ...data } as unknown as Payload<typeof tab>
    },

    async widget(type, timeRange) {
      const zone = options.zone()
      const at = now()
      const clock = { today: dayIn(zone, at), time: timeIn(zone, at) }
      const range = rangeOf(timeRange, clock.today)
      const frame = { range, timeZone: zone, asOf: at.toISOString() }
      // The state of the system must be told when the database does not answer.
      if (type === 'systemStatus' || type === 'recentUsers')
        return { data: await widgets[type]({ range, before: range }), ...frame }
      return { ...(await compare(range, zone, clock, undefined, widgets[type])), ...frame }
    },
  }
}
