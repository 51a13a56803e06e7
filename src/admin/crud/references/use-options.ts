import { useSelect } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { useState } from 'react'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { Row } from '#model/declaration.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { LONGEST_SEARCH } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'

const OFFERED = 50

/** Refine's `useSelect` for the records of a resource, searched on the server where it can be searched. */
export function useOptions(target: Resource, isOpen: boolean) {
  const [typed, setTyped] = useState('')
  const { selectProps, query } = useSelect<Row, HttpError>({
    resource: target.page,
    optionValue: (row) => String(row.id),
    optionLabel: (row) => nameOf(target, row),
    onSearch: (text) =>
      refineQuery(target, { search: text.trim().slice(0, LONGEST_SEARCH) }).filters,
    debounce: 250,
    pagination: isListedWhole(target)
      ? { mode: 'off' }
      : { mode: 'server', currentPage: 1, pageSize: OFFERED },
    errorNotification: false,
    queryOptions: { enabled: isOpen, placeholderData: (previous) => previous },
  })
  const isSearched = target.search.length > 0
  return {
    selectProps: {
      showSearch: true,
      filterOption: !isSearched,
      optionFilterProp: 'label',
      options: (selectProps.options ?? []) as { value: string; label: string }[],
      loading: query.isFetching,
      searchValue: typed,
      onSearch(text: string) {
        setTyped(text)
        if (isSearched) selectProps.onSearch?.(text)
      },
    },
    isSearching: query.isPending || query.isPlaceholderData,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  }
}
