import type { Import, RowState } from '#contract/imports.ts'

export const SHOWN = ['all', 'create', 'update', 'unchanged', 'refused'] as const
export type Shown = (typeof SHOWN)[number]

export interface RowsPlace {
  shown: Shown
  page: number
}

/** Which rows an address names, and which page of them; undefined where it names none. */
export function readPlace(search: string): Partial<RowsPlace> {
  const params = new URLSearchParams(search)
  const shown = SHOWN.find((one) => one === params.get('rows'))
  const page = Number(params.get('page'))
  return {
    ...(shown && { shown }),
    ...(Number.isInteger(page) && page > 0 && page < 1e6 && { page }),
  }
}

/** The same written: '?rows=refused&page=2'. */
export function writePlace({ shown, page }: RowsPlace): string {
  return `?${new URLSearchParams({ rows: shown, ...(page > 1 && { page: String(page) }) })}`
}

/** The state that the server is asked for; none for all rows. */
export function stateOf(shown: Shown): RowState | undefined {
  return shown === 'all' ? undefined : shown
}

/** How many rows there are of each. */
export function countOf({ rows, counts }: Pick<Import, 'rows' | 'counts'>, shown: Shown): number {
  return shown === 'all' ? rows : counts[shown]
}
