import type { HttpError } from '@refinedev/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importKey, mendRow, ROWS, type RowPage, readImportRows } from '#admin/providers/imports.ts'
import type { Import, ImportRow, RowState } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'

/**
 * A page of the rows of a rehearsed import, which of them and what page standing in the address. What is mended stays
 * where it is, whatever became of it, until another page is asked for; all others are as the server has them then.
 */
export function useRows(resource: Resource, about: Import) {
  const { search, state: from } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  // Who has problems begins there; it does not move under them as these become fewer.
  const [first] = useState<Shown>(() => (about.counts.refused > 0 ? 'refused' : 'all'))
  const [mended, setMended] = useState<ReadonlyMap<number, ImportRow>>(new Map())
  const { shown = first, page = 1 } = readPlace(search)
  const query = useQuery<RowPage, HttpError>({
    queryKey: [...importKey(resource, about.id), 'rows', shown, page],
    queryFn: ({ signal }) =>
      readImportRows(resource, about.id, { state: stateOf(shown), page }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = query
  const rows = useMemo(() => withMended(data?.rows ?? [], mended), [data, mended])

  return {
    query,
    rows,
    shown,
    page,
    pages: Math.max(1, Math.ceil((data?.total ?? 0) / ROWS)),
    /** By their lines, rows that were written into here: they can be written into again. */
    mended,
    show: (next: Partial<RowsPlace>) => {
      setMended(new Map())
      return navigate(
        { search: writePlace({ shown, page: 1, ...next }) },
        { replace: true, state: from, preventScrollReset: true },
      )
    },
    /** Throws HttpError. */
    mend: async (row: ImportRow, column: number, text: string): Promise<ImportRow> => {
      const next = await mendRow(resource, about.id, row.line, { [column]: text })
      setMended((before) => new Map(before).set(row.line, next))
      // Other rows may have to do with it: two had the same address.
      await Promise.all([
        query.refetch(),
        client.invalidateQueries({ queryKey: importKey(resource, about.id), exact: true }),
      ])
      return next
    },
  }
}

export type Rows = ReturnType<typeof useRows>

/** In the order of the file; those that left the list for what was mended in them stand there still. */
function withMended(
  rows: readonly ImportRow[],
  mended: ReadonlyMap<number, ImportRow>,
): readonly ImportRow[] {
  const gone = [...mended.values()].filter(({ line }) => !rows.some((one) => one.line === line))
  return gone.length === 0 ? rows : [...rows, ...gone].sort((a, b) => a.line - b.line)
}

export const SHOWN = ['all', 'create', 'update', 'unchanged', 'refused'] as const
export type Shown = (typeof SHOWN)[number]

interface RowsPlace {
  shown: Shown
  page: number
}

/** Which rows an address names, and which page of them; undefined where it names none. */
function readPlace(search: string): Partial<RowsPlace> {
  const params = new URLSearchParams(search)
  const shown = SHOWN.find((one) => one === params.get('rows'))
  const page = Number(params.get('page'))
  return {
    ...(shown && { shown }),
    ...(Number.isInteger(page) && page > 0 && page < 1e6 && { page }),
  }
}

/** The same written: '?rows=refused&page=2'. */
function writePlace({ shown, page }: RowsPlace): string {
  return `?${new URLSearchParams({ rows: shown, ...(page > 1 && { page: String(page) }) })}`
}

/** The state that the server is asked for; none for all rows. */
function stateOf(shown: Shown): RowState | undefined {
  return shown === 'all' ? undefined : shown
}

/** How many rows there are of each. */
export function countOf({ rows, counts }: Pick<Import, 'rows' | 'counts'>, shown: Shown): number {
  return shown === 'all' ? rows : counts[shown]
}
