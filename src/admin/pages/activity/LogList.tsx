import { Empty, Flex, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { pageCount, shownRange } from '#admin/crud/list/paging.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { PageNav } from '#admin/resource/list/PageNav.tsx'
import { DatesZoneContext } from '#admin/ui/dates-zone.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import type { Pagination } from '#contract/changes.ts'
import css from './Activity.module.css'
import { type Asked, AT, LINES } from './address.ts'

/** The lines of a log in each of its states, and the pager below them. */
export function LogList({
  asked,
  show,
  query: { data, error, isPlaceholderData: isOld, refetch },
  count,
  nothing,
  failure,
  children,
}: {
  asked: Asked
  show: (next: Partial<Asked>) => void
  query: {
    data: { pagination: Pagination } | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** How many lines came. */
  count: number
  /** What is said where nothing was ever noted, and where it failed. */
  nothing: string
  failure: string
  children: ReactNode
}) {
  const again = () => void refetch()
  if (!data)
    return error ? (
      <FailureNotice isInCard text={error.message || translate(failure)} retry={again} />
    ) : (
      <Waiting />
    )
  const { pagination } = data
  const pages = pageCount(pagination.total, LINES)
  const isNarrowed = Object.keys(asked.filters).length > 0
  const hasDays = AT.parameters.some((name) => asked.filters[name] !== undefined)
  const range = shownRange(asked.page, count, pagination.total, LINES)
  const { total } = range
  const numbers = {
    from: range.from,
    to: range.to,
    total: pagination.isMore ? translate('at least {total}', { total }) : total,
  }
  const shown = count > 0 ? translate('{from}–{to} of {total}', numbers) : ''
  return (
    <>
      {error ? (
        <FailureNotice isInCard text={error.message || translate(failure)} retry={again} />
      ) : null}
      <p className="sr-only" role="status">
        {isOld ? '' : count > 0 ? translate('Showing {from} to {to} of {total}', numbers) : ''}
      </p>
      {count > 0 ? (
        <DatesZoneContext value={hasDays ? otherDaysZone() : undefined}>
          <ol className={css.lines} data-old={isOld} aria-busy={isOld}>
            {children}
          </ol>
        </DatesZoneContext>
      ) : (
        <Empty
          description={translate(isNarrowed || asked.page > 1 ? 'Nothing was found.' : nothing)}
        />
      )}
      {pages > 1 || asked.page > 1 ? (
        <Flex
          wrap
          align="center"
          justify="space-between"
          gap="8px 16px"
          style={{
            minHeight: 56,
            padding: '12px 16px',
            borderBlockStart: '1px solid var(--edge)',
            color: 'var(--muted)',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <span>
            <bdi>{shown}</bdi>
          </span>
          <PageNav page={asked.page} pages={pages} goTo={(page) => show({ page })} />
        </Flex>
      ) : null}
    </>
  )
}

/** Lines of the size that those to come will have. */
function Waiting() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <ul className={css.lines} aria-hidden={true}>
        {repeat(10, (key) => (
          <li key={key} style={{ borderBlockStart: '1px solid var(--edge)' }}>
            <Skeleton active avatar title={false} paragraph={{ rows: 1 }} />
          </li>
        ))}
      </ul>
    </>
  )
}
