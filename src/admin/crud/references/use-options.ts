import { type HttpError, useList } from '@refinedev/core'
import { useMemo } from 'react'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import type { Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'
import { useSettled } from './use-settled.ts'

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

const PAUSE = 250
const OFFERED = 20

/**
 * The records that can be chosen, searched on the server as one types. Takes what was typed; asks while
 * `isOpen`. Until the server has answered, those known already are narrowed down here.
 */
export function useOptions(target: Resource, typed: string, isOpen: boolean): Options {
  const wanted = target.search.length > 0 ? typed.trim().slice(0, LONGEST_SEARCH) : ''
  const text = useSettled(wanted, PAUSE)
  const { query } = useList<Row, HttpError>({
    resource: target.page,
    filters: text ? [{ field: 'search', operator: 'contains', value: text }] : [],
    pagination: isListedWhole(target)
      ? { mode: 'off' }
      : { mode: 'server', currentPage: 1, pageSize: OFFERED },
    errorNotification: false,
    queryOptions: { enabled: isOpen },
  })
  const { data, isPlaceholderData, isFetching, isError } = query
  const isSettled = text === wanted && data !== undefined && !isPlaceholderData
  const isAnswer = isSettled && target.search.length > 0
  const words = useMemo(() => searchWords(typed), [typed])
  const rows = data?.data
  const found = useMemo(() => optionsOf(target, rows), [rows, target])
  // None is called so, and there are more: a foreign backend may not know `search` at all (WIRE-01).
  const isDeaf =
    isAnswer &&
    text !== '' &&
    (data?.total ?? 0) > found.length &&
    !found.some((one) => hasWords(one.name, words))
  const { query: most } = useList<Row, HttpError>({
    resource: target.page,
    pagination: { mode: 'server', currentPage: 1, pageSize: MAX_PAGE_SIZE },
    errorNotification: false,
    queryOptions: { enabled: isOpen && isDeaf },
  })
  const further = isDeaf ? most.data?.data : undefined
  const isWhole = isAnswer && !(isDeaf && most.isFetching)
  const items = useMemo(() => {
    const matches = (one: Option) => hasWords(one.name, words)
    // The server searches descriptions as well; whoever types a name finds it on top.
    const named = [...found, ...optionsOf(target, further)].filter(matches)
    return isWhole ? [...named, ...found.filter((one) => !matches(one))] : named
  }, [found, further, target, words, isWhole])
  return {
    items,
    more: isWhole ? Math.max(0, (data?.total ?? 0) - items.length) : 0,
    isSearching: (!isSettled && (isFetching || text !== wanted)) || (isAnswer && !isWhole),
    error: isError && !isFetching && text === wanted,
    retry: () => void query.refetch(),
  }
}

function optionsOf(target: Resource, rows: readonly Row[] | undefined): Option[] {
  return (rows ?? []).map((row) => ({ id: row.id, name: nameOf(target, row) }))
}
