import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Pagination } from '#contract/changes.ts'

/** Pages that are read one after the other into one list, each when it is asked for. */
export function Pages<Page extends { pagination: Pagination }>({
  queryKey,
  read,
  failed,
  waiting,
  more,
  children,
}: {
  queryKey: readonly unknown[]
  read: (page: number, signal: AbortSignal) => Promise<Page>
  /** Said of a failure without words of its own. */
  failed: string
  waiting: ReactNode
  /** What asks for the next page. */
  more: string
  children: (pages: readonly Page[]) => ReactNode
}) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, limit, total } }) =>
      page * limit < total ? page + 1 : undefined,
  })
  const { data, error } = query
  if (!data)
    return error ? (
      <FailureNotice text={error.message || translate(failed)} retry={() => void query.refetch()} />
    ) : (
      waiting
    )
  return (
    <>
      {children(data.pages)}
      {query.hasNextPage ? (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {translate(query.isFetchNextPageError ? 'Try again' : more)}
        </Button>
      ) : null}
    </>
  )
}
