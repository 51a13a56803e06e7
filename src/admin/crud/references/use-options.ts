import { type HttpError, useList } from '@refinedev/core'
import { useMemo } from 'react'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { Row } from '#model/declaration.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { useDebounced } from './use-debounced.ts'

export interface Option {
  id: string
  name: string
}

export interface Options {
  items: readonly Option[]
  /** How many records answer the search beyond those offered. */
  more: number
  isSearching: boolean
  error: boolean
  retry(): void
}

/** Milliseconds without a key before what was typed is searched for. */
const DEBOUNCE = 250
const OFFERED = 20

/**
 * The records that can be chosen, searched on the server as one types. Takes what was typed; asks while
 * `isOpen`. Until the server has answered, those known already are narrowed down here.
 */
export function useOptions(target: Resource, typed: string, isOpen: boolean): Options {
  const wanted = target.search.length > 0 ? typed.trim().slice(0, LONGEST_SEARCH) : ''
  const text = useDebounced(wanted, DEBOUNCE)
  const { query } = useList<Row, HttpError>({
    resource: target.page,
    ...refineQuery(target, { search: text }),
    pagination: isListedWhole(target)
      ? { mode: 'off' }
      : { mode: 'server', currentPage: 1, pageSize: OFFERED },
    errorNotification: false,
    queryOptions: { enabled: isOpen, placeholderData: (previous) => previous },
  })
  const { data, isPlaceholderData, isFetching, isError } = query
  const isSettled = text === wanted && data !== undefined && !isPlaceholderData
  const isAnswer = isSettled && target.search.length > 0
  const words = useMemo(() => searchWords(typed), [typed])
  const rows = data?.data
  const found = useMemo(() => optionsOf(target, rows), [rows, target])
  const items = useMemo(() => {
    const matches = (one: Option) => hasWords(one.name, words)
    // The server searches descriptions as well; whoever types a name finds it on top.
    const named = found.filter(matches)
    return isAnswer ? [...named, ...found.filter((one) => !matches(one))] : named
  }, [found, words, isAnswer])
  return {
    items,
    more: isAnswer ? Math.max(0, (data?.total ?? 0) - items.length) : 0,
    isSearching: !isSettled && (isFetching || text !== wanted),
    error: isError && !isFetching && text === wanted,
    retry: () => void query.refetch(),
  }
}

function optionsOf(target: Resource, rows: readonly Row[] | undefined): Option[] {
  return (rows ?? []).map((row) => ({ id: row.id, name: nameOf(target, row) }))
}
