import { type BaseRecord, type DataProvider, useDataProvider, useKeys } from '@refinedev/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { idsAt } from '#admin/providers/adapters/coerce.ts'
import type { Row } from '#model/declaration.ts'
import { isObject } from '#model/paths.ts'
import { nameOf } from '#model/text-of.ts'
import { targetOf } from './target.ts'

/** Names of records by their ids. */
export interface Names {
  /** Returns the name, '…' while it loads, or a text that says that the record is gone. */
  nameOf(id: string): string
  /** Returns whether the record no longer exists. */
  isGone(id: string): boolean
  /** Caches a name from a search. */
  know(id: string, name: string): void
}

const FRESH = 60_000

/**
 * Returns the names of records of a resource (its Refine name) by their ids. Refine's useMany would send a request
 * for each field and cell. This sends one for all names of a screen, and caches a name for a minute.
 */
export function useNames(to: string, ids: readonly string[]): Names {
  const target = targetOf(to)
  const provider = useDataProvider()()
  const client = useQueryClient()
  const { keys } = useKeys()
  // Refine's own key of many records, so that both are invalidated together.
  const keyOf = (id: string) =>
    keys()
      .data('default')
      .resource(target.page)
      .action('many')
      .ids(id)
      .params({ only: 'name' })
      .get()
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
    nameOf(id) {
      const result = resultOf(id)
      if (result?.data === null) return translate('Deleted {noun}', { noun })
      return result?.data ?? (result?.isError ? translate('Unnamed {noun}', { noun }) : '…')
    },
    isGone: (id) => resultOf(id)?.data === null,
    know: (id, name) => void client.setQueryData(keyOf(id), name),
  }
}

/** Returns the names at a record's value: from embedded records, else fetched by id. */
export function useNamesAt(to: string, value: unknown) {
  const target = targetOf(to)
  const embedded = new Map(
    [value].flat().flatMap((one): [string, string][] => {
      const [id] = idsAt(one)
      const name = isObject(one) ? nameOf(target, one as Row) : ''
      return id !== undefined && name !== '' && name !== target.label.one ? [[id, name]] : []
    }),
  )
  const ids = idsAt(value)
  const names = useNames(
    to,
    ids.filter((id) => !embedded.has(id)),
  )
  return ids.map((id) => ({
    id,
    name: embedded.get(id) ?? names.nameOf(id),
    isGone: !embedded.has(id) && names.isGone(id),
  }))
}

type Rows = ReadonlyMap<string, BaseRecord>
/** Requests that are about to be sent, by page. */
const batches = new Map<string, { ids: Set<string>; provider: DataProvider; rows: Promise<Rows> }>()

/** Fetches a record in a batch. All requests within one task are combined. */
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
