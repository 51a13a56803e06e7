import { Empty, List, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Pagination } from '#contract/changes.ts'
import { PageNav } from '../list/PageNav.tsx'
import { pageCount, shownRange } from '../list/paging.ts'

/** A page of a log in each of its states, with the way to the other pages below it. */
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
  /** Shown for an empty log. */
  nothing: string
}) {
  const notice = error ? (
    <FailureNotice text={error.message || translate(failure)} retry={() => void refetch()} />
  ) : null
  if (!data) return notice ?? <Waiting />
  const { entries, pagination } = data
  const { limit, isMore } = pagination
  const pages = pageCount(pagination.total, limit || 1)
  const { from, to, total } = shownRange(page, entries.length, pagination.total, limit)
  const count = isMore ? translate('at least {total}', { total }) : total
  return (
    <>
      {notice}
      <p className="sr-only" role="status">
        {entries.length > 0 && !isPlaceholderData
          ? translate('Showing {from} to {to} of {total}', { from, to, total: count })
          : ''}
      </p>
      {entries.length > 0 ? (
        <List
          loading={isPlaceholderData}
          dataSource={[...entries]}
          rowKey={keyOf}
          renderItem={render}
        />
      ) : (
        <Empty description={translate(nothing)} />
      )}
      {pages > 1 || page > 1 ? (
        <div style={{ marginBlockStart: 12 }}>
          <PageNav page={page} pages={pages} goTo={goTo} />
        </div>
      ) : null}
    </>
  )
}

function Waiting() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <Skeleton active avatar title={false} paragraph={{ rows: 3 }} />
    </>
  )
}
