import { type BaseRecord, type DataProvider, useDataProvider, useKeys } from '@refinedev/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { targetOf } from './target.ts'

/** What the records behind some ids are called. */
export interface Names {
  /** The name, '…' until it is known, and words that say so when the record is gone. */
  nameOf(id: string): string
  /** The id leads to no record any more. */
  isGone(id: string): boolean
  isPending: boolean
  error: boolean
  retry(): void
}

const FRESH = 60_000

/**
 * The names of records of another resource. Takes its Refine name and the ids. Refine's useMany would ask once for
 * each field and cell: here everything that a screen needs at once is one request, and what is known is not asked for
 * again for a minute.
 */
export function useNames(to: string, ids: readonly string[]): Names {
  const target = targetOf(to)
  const provider = useDataProvider()()
  const keyOf = useNameKey(target.page)
  const unique = [...new Set(ids)]
  const results = useQueries({
    queries: unique.map((id) => ({
      queryKey: keyOf(id),
      queryFn: async () => {
        const row = (await rowsOf(provider, target.page, id)).get(id)
        return row ? nameOf(target, row as Row) : null
      },
      staleTime: FRESH,
    })),
  })
  const resultOf = (id: string) => results[unique.indexOf(id)]
  const noun = translateWithin(target.label.one)
  return {
    nameOf: (id) => {
      const result = resultOf(id)
      if (result?.data === null) return translate('Removed {noun}', { noun })
      return result?.data ?? (result?.isError ? translate('Unnamed {noun}', { noun }) : '…')
    },
    isGone: (id) => resultOf(id)?.data === null,
    isPending: results.some((one) => one.isPending),
    error: results.some((one) => one.isError && one.data === undefined),
    retry: () => {
      for (const one of results) if (one.isError) void one.refetch()
    },
  }
}

/** Keeps a name that a search has just brought, so that it need not be asked for. */
export function useKnownName(to: string): (id: string, name: string) => void {
  const { page } = targetOf(to)
  const client = useQueryClient()
  const keyOf = useNameKey(page)
  return (id, name) => client.setQueryData(keyOf(id), name)
}

/** Refine's own key of many records: whatever it invalidates them by makes the names fresh, too. */
function useNameKey(page: string) {
  const { keys } = useKeys()
  return (id: string) =>
    keys().data('default').resource(page).action('many').ids(id).params({ only: 'name' }).get()
}

type Rows = ReadonlyMap<string, BaseRecord>
/** The requests that are about to be sent, by their pages. */
const batches = new Map<string, { ids: Set<string>; provider: DataProvider; rows: Promise<Rows> }>()

/** The records of a page, among them this one. All that are asked for within one task are one request. */
function rowsOf(provider: DataProvider, page: string, id: string): Promise<Rows> {
  const open = batches.get(page)
  if (open?.provider === provider) {
    open.ids.add(id)
    return open.rows
  }
  const ids = new Set([id])
  const rows = new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    batches.delete(page)
    const many = await provider.getMany?.({ resource: page, ids: [...ids] })
    return new Map((many?.data ?? []).map((row) => [String(row.id), row]))
  })
  batches.set(page, { ids, provider, rows })
  return rows
}
