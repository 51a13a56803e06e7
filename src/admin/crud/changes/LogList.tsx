import { Empty, List, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Pagination } from '#contract/api.ts'
import { PageNav } from '../list/PageNav.tsx'
import { pageCount, shownRange } from '../list/paging.ts'

/** A page of a log in all its states, with a pager below. */
export function LogList<Entry>({
  query: { data, error, isPlaceholderData, refetch },
  page,
  goTo,
  keyOf,
  render,
  failure,
  nothing,
}: {
  query: {
    data: { entries: readonly Entry[]; pagination: Pagination } | undefined
    error: { message: string } | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  page: number
  goTo: (page: number) => void
  keyOf: (entry: Entry) => string
  render: (entry: Entry) => ReactNode
  /** Shown for an error without a message of its own. */
  failure: string
  nothing: string
}) {
  const { entries = [], pagination: { total = 0, limit = 1, isMore = false } = {} } = data ?? {}
  const pages = pageCount(total, limit)
  const range = shownRange(page, entries.length, total, limit)
  const count = isMore ? translate('at least {total}', { total }) : total
  const status = isPlaceholderData
    ? ''
    : translate('Showing {from} to {to} of {total}', { ...range, total: count })
  return (
    <>
      {error ? (
        <FailureNotice text={error.message || translate(failure)} retry={() => void refetch()} />
      ) : null}
      <p className="sr-only" role="status">
        {entries.length > 0 ? status : ''}
      </p>
      {entries.length > 0 ? (
        <List
          loading={isPlaceholderData}
          dataSource={[...entries]}
          rowKey={keyOf}
          renderItem={render}
        />
      ) : data ? (
        <Empty description={translate(nothing)} />
      ) : error ? null : (
        <Skeleton active avatar title={false} paragraph={{ rows: 3 }} />
      )}
      {pages > 1 || page > 1 ? (
        <div style={{ marginBlockStart: 12 }}>
          <PageNav page={page} pages={pages} goTo={goTo} />
        </div>
      ) : null}
    </>
  )
}
