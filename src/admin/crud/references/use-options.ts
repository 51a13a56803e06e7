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
 * Refine's `useSelect` for a resource's records, searched on the server. Filters the known records until the server
 * answers.
 */
export function useOptions(target: Resource, isOpen: boolean) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const { selectProps, query } = useSelect<Row, HttpError>({
    resource: target.page,
    optionValue: (row) => String(row.id),
    optionLabel: (row) => nameOf(target, row),
    onSearch(text) {
      setSearched(text)
      return refineQuery(target, { search: text.trim().slice(0, LONGEST_SEARCH) }).filters
    },
    debounce: 250,
    pagination: isListedWhole(target)
      ? { mode: 'off' }
      : { mode: 'server', currentPage: 1, pageSize: OFFERED },
    errorNotification: false,
    queryOptions: { enabled: isOpen, placeholderData: (previous) => previous },
  })
  const isSearched = target.search.length > 0
  const isSettled =
    query.data !== undefined && !query.isPlaceholderData && (searched === typed || !isSearched)
  const options = (selectProps.options ?? []) as { value: string; label: string }[]
  return {
    selectProps: {
      showSearch: true,
      filterOption: false,
      options:
        isSettled && isSearched
          ? options
          : options.filter(({ label }) => hasWords(label, searchWords(typed))),
      loading: query.isFetching,
      searchValue: typed,
      onSearch(text: string) {
        setTyped(text)
        if (isSearched) selectProps.onSearch?.(text)
      },
    },
    isSearching: !isSettled && !query.isError,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  }
}
