import type { DayRange } from '#contract/days.ts'
import type { Column, Row, Table } from './export-table.ts'

/** What an export says of itself. */
export interface About {
  dataType: string
  /** The days it is of; without them it is of now. */
  range?: DayRange
  timeZone: string
  /** ISO time. */
  generatedAt: string
}

const columns: readonly Column[] = [
  { key: 'about', label: 'About', kind: 'text' },
  { key: 'what', label: 'What', kind: 'text' },
]

/**
 * The last sheet: of when and where the numbers are, when they were taken and what they mean.
 * `more` may wait for what is known only when all rows are written.
 */
export function aboutTable(about: About, contents: string, more: () => readonly Row[]): Table {
  function* pages() {
    const rows: Row[] = [
      ['Contents', contents],
      ...(about.range
        ? [
            ['First day', about.range.start],
            ['Last day', about.range.end],
          ]
        : []),
      ['Time zone', about.timeZone],
      ['Made at', `${about.generatedAt.slice(0, 19).replace('T', ' ')} (UTC)`],
    ]
    yield [...rows, ...more()]
  }
  return { title: 'About', columns, pages: pages() }
}
