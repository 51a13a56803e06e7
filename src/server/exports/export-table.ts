/** What stands in a cell; numbers of the database may come as their text. */
export type Cell = string | number | null
export type Row = readonly Cell[]

export interface Column {
  /** The name in CSV and JSON. */
  key: string
  /** The heading in a workbook. */
  label: string
  /**
   * day: YYYY-MM-DD. moment: an ISO time in UTC. percent: from 0 to 100. flag: true or false. json: the text of
   * any JSON. A number in a text column stays a number.
   */
  kind: 'text' | 'number' | 'percent' | 'day' | 'moment' | 'flag' | 'json'
}

/** Rows in pages, so that a million of them costs no million steps. */
export interface Table {
  title: string
  columns: readonly Column[]
  pages: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}
