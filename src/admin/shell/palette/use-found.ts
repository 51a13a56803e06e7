import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FoundAll, searchAll } from '#admin/providers/search.ts'
import { useDebounced } from '#admin/ui/use-debounced.ts'
import type { Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'

/** Milliseconds without a key before what was typed is searched for. */
const DEBOUNCE = 150
/** What was found a moment ago is shown again at once. */
const FRESH = 15_000

export interface FoundNow extends FoundAll {
  isSearching: boolean
  hasFailed: boolean
  retry: () => void
}

/**
 * The records that have the words. Each text is a question of its own, so that a late answer is never taken for
 * that of another one; until it is there, those known already are narrowed down here.
 */
export function useFound(resources: readonly Resource[], typed: string): FoundNow {
  const wanted = typed.trim().slice(0, LONGEST_SEARCH)
  const text = useDebounced(wanted, DEBOUNCE)
  const isAsked = wanted !== '' && text !== ''
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search over all', text],
    queryFn: ({ signal }) => searchAll(resources, text, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  })
  const isSettled = text === wanted && !isPlaceholderData
  const known = isAsked && data ? data : { groups: [], missing: [] }
  const hasFailed = isAsked && isError && !isFetching && text === wanted
  return {
    missing: isSettled ? known.missing : [],
    groups: isSettled ? known.groups : narrow(known.groups, wanted),
    isSearching: wanted !== '' && !hasFailed && (text !== wanted || isFetching),
    hasFailed,
    retry: () => void refetch(),
  }
}

function narrow(groups: FoundAll['groups'], typed: string): FoundAll['groups'] {
  const words = searchWords(typed)
  return groups.flatMap((group) => {
    const records = group.records.filter(({ name, line = '' }) =>
      hasWords(`${name} ${line}`, words),
    )
    return records.length > 0 ? { ...group, records } : []
  })
}
