import { TABS, type Tab } from '#contract/insight/analytics.ts'
import { CHARTS } from '#contract/insight/charts.ts'
import { type Day, EARLIEST_DAY, isDay } from '#contract/insight/days.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import { RANGES, type RangeName, USUAL_RANGE } from './dates.ts'

/** What the address says of the page: a copied link shows the same (ANA-01). */
export interface Address {
  /** Undefined when the address names a tab that there is not. */
  tab: Tab | undefined
  /** A stretch that goes on with the days; absent means the last 30 of them, unless there are dates. */
  range: RangeName | undefined
  /** The dates there, in whatever order; what is no date is left out. */
  start: Day | undefined
  end: Day | undefined
  isCompared: boolean
  /** The charts that are read as tables. */
  tables: ReadonlySet<Figure>
}

const FIRST: Tab = 'engagement'
const KEYS: readonly Figure[] = CHARTS.map(({ key }) => key)

/** Reads the page's state from the address bar. Whatever stands there, it never throws. */
export function readAddress(params: URLSearchParams): Address {
  const tab = params.get('tab')
  return {
    tab: tab === null ? FIRST : TABS.find((one) => one === tab),
    range: RANGES.find((one) => one === params.get('range')),
    start: dayAt(params, 'start'),
    end: dayAt(params, 'end'),
    isCompared: params.get('compare') === '1',
    tables: tablesIn(params.get('table')),
  }
}

/** The address with some of its state changed. What is as usual is not written, and what is not ours stays. */
export function writeAddress(params: URLSearchParams, change: Partial<Address>): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  if ('tab' in change) put('tab', change.tab === FIRST ? undefined : change.tab)
  if ('range' in change) put('range', change.range === USUAL_RANGE ? undefined : change.range)
  if ('start' in change) put('start', change.start)
  if ('end' in change) put('end', change.end)
  if ('isCompared' in change) put('compare', change.isCompared ? '1' : undefined)
  if (change.tables) put('table', KEYS.filter((key) => change.tables?.has(key)).join(','))
  return next
}

function dayAt(params: URLSearchParams, name: string): Day | undefined {
  const text = params.get(name)
  return text !== null && isDay(text) && text >= EARLIEST_DAY ? text : undefined
}

function tablesIn(text: string | null): ReadonlySet<Figure> {
  const named = new Set((text ?? '').split(','))
  return new Set(text === 'all' ? KEYS : KEYS.filter((key) => named.has(key)))
}
