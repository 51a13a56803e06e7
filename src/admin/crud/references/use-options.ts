import { useSelect } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { useState } from 'react'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { Row } from '#model/declaration.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'

const OFFERED = 50

/**
 * Refine's `useSelect` for the records of a resource, searched on the server. Until the server has answered what was
 * typed, the records known already are narrowed down here.
 */
export function useOptions(target: Resource, isOpen: boolean) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const { selectProps, query } = useSelect<Row, HttpError>({
    resource: target.page,
    optionValue: (row) => String(row.id),
    optionLabel: (row) => nameOf(target, row),
    onSearch(search) {
      setSearched(search)
      return refineQuery(target, { search }).filters
    },
    debounce: 250,
    pagination: isListedWhole(target)
      ? { mode: 'off' }
      : { mode: 'server', currentPage: 1, pageSize: OFFERED },
    errorNotification: false,
    queryOptions: { enabled: isOpen, placeholderData: (previous) => previous },
  })
  const wantedFor = (text: string) =>
    target.search.length > 0 ? text.trim().slice(0, LONGEST_SEARCH) : ''
  const wanted = wantedFor(typed)
  const isSettled = searched === wanted && query.data !== undefined && !query.isPlaceholderData
  const words = searchWords(typed)
  const all = (selectProps.options ?? []) as { value: string; label: string }[]
  const named = all.filter(({ label }) => hasWords(label, words))
  // The server searches descriptions as well; whoever types a name finds it on top.
  const others = isSettled && wanted ? all.filter((one) => !named.includes(one)) : []
  return {
    selectProps: {
      showSearch: true,
      filterOption: false,
      options: [...named, ...others],
      loading: isOpen && !isSettled && !query.isError,
      searchValue: typed,
      onSearch(text: string) {
        setTyped(text)
        selectProps.onSearch?.(wantedFor(text))
      },
    },
    typed,
    isSearching: !isSettled && !query.isError,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  }
}
