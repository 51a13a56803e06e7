import { type HttpError, useList } from '@refinedev/core'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { Row } from '#model/declaration.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import { useDebounced } from './use-debounced.ts'

const DEBOUNCE = 250
const OFFERED = 50

/** The records that answer what was typed; until the server has answered, those known already, narrowed down here. */
export function useOptions(target: Resource, typed: string, isOpen: boolean) {
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
  const isSettled = text === wanted && query.data !== undefined && !query.isPlaceholderData
  const words = searchWords(typed)
  const all = (query.data?.data ?? []).map((row) => ({ value: row.id, label: nameOf(target, row) }))
  const named = all.filter(({ label }) => hasWords(label, words))
  // The server searches descriptions as well; whoever types a name finds it on top.
  const others = isSettled && wanted ? all.filter((one) => !named.includes(one)) : []
  return {
    options: [...named, ...others],
    isSearching: !isSettled && !query.isError,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  }
}
