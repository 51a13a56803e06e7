import { type HttpError, useList } from '@refinedev/core'
import { useMemo } from 'react'
import type { Resource } from '#model/resource.ts'
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
/** The API takes no longer search text. */
const LONGEST = 100

/**
 * The records that can be chosen, searched on the server as one types. Takes what was typed; asks while
 * `isOpen`. Until the server has answered, those known already are narrowed down here.
 */
export function useOptions(target: Resource, typed: string, isOpen: boolean): Options {
  const wanted = target.search.length > 0 ? typed.trim().slice(0, LONGEST) : ''
  const text = useSettled(wanted, PAUSE)
  const { query } = useList<Row, HttpError>({
    resource: target.page,
    filters: text ? [{ field: 'search', operator: 'contains', value: text }] : [],
    pagination:
      target.api.envelope === 'all'
        ? { mode: 'off' }
        : { mode: 'server', currentPage: 1, pageSize: OFFERED },
    errorNotification: false,
    queryOptions: { enabled: isOpen },
  })
  const { data, isPlaceholderData, isFetching, isError } = query
  const isSettled = text === wanted && data !== undefined && !isPlaceholderData
  const isAnswer = isSettled && target.search.length > 0
  const needle = typed.trim().toLowerCase()
  const rows = data?.data
  const items = useMemo(() => {
    const all = (rows ?? []).map((row) => ({ id: row.id, name: nameOf(target, row) }))
    const isNamed = ({ name }: Option) => name.toLowerCase().includes(needle)
    // The server searches descriptions as well; whoever types a name finds it on top.
    const named = all.filter(isNamed)
    return isAnswer ? [...named, ...all.filter((one) => !isNamed(one))] : named
  }, [rows, target, needle, isAnswer])
  return {
    items,
    more: isAnswer ? Math.max(0, (data?.total ?? 0) - items.length) : 0,
    isSearching: !isSettled && (isFetching || text !== wanted),
    error: isError && !isFetching && text === wanted,
    retry: () => void query.refetch(),
  }
}
