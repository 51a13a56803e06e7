import { type Compared, comparedPeriod, type Payload, type Tab } from '#contract/analytics.ts'
import type { WidgetData, WidgetType } from '#contract/dashboards.ts'
import { type DayRange, dayIn, rangeOf, type TimeRange, timeIn } from '#contract/days.ts'
import { createFacts } from '#server/events/facts.ts'
import type { Store } from '#server/services.ts'
import { createTabs } from './analytics.ts'
import { toFigurePeriod } from './partial-day.ts'
import { createPeople } from './people.ts'
import { createRecordCounts } from './record-counts.ts'
import { createRequests } from './request-counts.ts'
import { type Asked, activeDays, type ReadRows } from './stats.ts'
import { createWidgets, type WidgetOptions } from './widgets.ts'

interface InsightOptions
  extends Pick<WidgetOptions, 'registry' | 'zone' | 'backupEveryMs'>,
    Partial<Pick<WidgetOptions, 'warnings'>> {
  store: Store
  /** Writes a line of the log. */
  tell?: (line: object, words: string) => void
  /** The clock, for tests. */
  now?: () => Date
}

export type Figures = ReturnType<typeof createFigures>

/** Creates what deals with the events of learners: facts as they arrive, and the figures made of them. */
export function createInsight({
  warnings = () => [],
  tell = () => undefined,
  now = () => new Date(),
  ...options
}: InsightOptions) {
  const { store, registry, zone } = options
  const requests = createRequests(store)
  const facts = createFacts({ store, registry, tell })
  return {
    /** Returns the reporting time zone. A running server follows a change. */
    zone,
    /** Returns the present day in the reporting time zone. */
    today: () => dayIn(zone(), now()),
    facts,
    requests,
    figures: createFigures({ ...options, now, requests, facts, warnings }),
    people: createPeople(store),
  }
}

/** The data of a widget, and the time of its reading. */
interface WidgetAnswer<T extends WidgetType> {
  data: WidgetData<T>
  range: DayRange
  /** Absent where nothing is compared. */
  compared?: Compared
  timeZone: string
  /** ISO time of the reading. */
  asOf: string
}

/**
 * Creates the readers of all figures, as the contract defines them, from the roll-up tables. Of events only one day is
 * read: the last day of a period that is compared with a day that is not over.
 */
export function createFigures(options: WidgetOptions & { store: Store; now: () => Date }) {
  const { store, registry, zone: currentZone, now } = options
  const read: ReadRows = async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await store.pool.query<Row>(sql, [...values])).rows
  const tabs = createTabs(read, registry)
  const records = createRecordCounts(read, store, registry, currentZone)
  const widgets = createWidgets(read, records, options)

  /** Reads figures of a range as seen from a moment, and the days of the period that they are compared with. */
  async function compare<T>(
    figures: (asked: Asked) => Promise<T>,
    range: DayRange,
    zone: string,
    at: Date,
    until?: string,
  ): Promise<{ data: T; compared: Compared }> {
    const clock = { today: dayIn(zone, at), time: timeIn(zone, at) }
    const before = comparedPeriod(range, until ? { today: range.end, time: until } : clock)
    const asked = {
      range: toFigurePeriod({ ...range, until }, zone),
      before: toFigurePeriod(before, zone),
    }
    const [data, days] = await Promise.all([figures(asked), activeDays(read, before)])
    return { data, compared: { ...before, activeDays: days } }
  }

  return {
    records,

    /** Returns a tab of analytics for a range of days. With `until` ('HH:MM') the last day counts until that time. */
    async analytics<T extends Tab>(
      tab: T,
      { start, end }: DayRange,
      until?: string,
    ): Promise<Payload<T>> {
      const range = { start, end }
      const timeZone = currentZone()
      const { data, compared } = await compare(tabs[tab], range, timeZone, now(), until)
      // TypeScript cannot know that a generic tab's figures and these make its payload.
      return { range, timeZone, compared, ...data } as unknown as Payload<T>
    },

    /** Returns the figures of a widget for a range as seen from today. */
    async widget<T extends WidgetType>(type: T, timeRange: TimeRange): Promise<WidgetAnswer<T>> {
      const timeZone = currentZone()
      const at = now()
      const range = rangeOf(timeRange, dayIn(timeZone, at))
      const frame = { range, timeZone, asOf: at.toISOString() }
      // System status must also answer without a database, so nothing is compared.
      if (type === 'systemStatus' || type === 'recentUsers')
        return { data: await widgets[type]({ range, before: range }), ...frame }
      return { ...(await compare(widgets[type], range, timeZone, at)), ...frame }
    },
  }
}
