import { Spin } from 'antd'
import { listInRow } from '#admin/format/lists.ts'
import { translate } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import css from './ListFoot.module.css'
import { Pager } from './Pager.tsx'
import { PageSize } from './PageSize.tsx'
import { hasPager, shownRange } from './paging.ts'
import { orderWord, sortLabel } from './sort-words.ts'
import { nothingText, type ResourceList } from './use-resource-list.ts'

/** Below every list: how many are shown of how many, and the one pager there is. */
export function ListFoot({
  resource,
  list,
  fresh,
}: {
  resource: Resource
  list: ResourceList
  /** The record that was just created. */
  fresh: Row | undefined
}) {
  const { page, pages, total, limit, isPending, isOld, error } = list
  const isLoading = error === undefined && (isPending || isOld)
  const isEmpty = !isLoading && total === 0
  const isFailed = error !== undefined
  const since = sinceWords(list)
  const hasPages = hasPager(resource, total, limit) && !isPending
  return (
    <>
      <p className="sr-only" role="status">
        {fresh ? translate('New: {name}. ', { name: nameOf(resource, fresh) }) : ''}
        {isLoading || isFailed ? '' : spoken(resource, list)}
        {since === '' ? '' : `. ${translate('Since you last looked: {what}', { what: since })}`}
      </p>
      {isFailed || (isEmpty && !hasPages) ? null : (
        <div className={css.foot}>
          <span>
            {isLoading ? (
              <>
                <Spin size="small" /> {translate('Loading…')}
              </>
            ) : (
              list.rows.length > 0 && translate('{from}–{to} of {total}', numbers(list))
            )}
            {isLoading || since === '' ? null : (
              <>
                {` · ${since} `}
                {list.since.news + list.since.gone.size > 0 ? (
                  <LinkButton onClick={list.showAll}>{translate('Show')}</LinkButton>
                ) : null}
              </>
            )}
          </span>
          {total > PAGE_SIZE && !isPending ? <PageSize list={list} /> : null}
          {hasPages ? (
            <Pager
              page={Math.min(page, pages)}
              pages={pages}
              isLeast={list.isLeast}
              goTo={list.goTo}
            />
          ) : null}
        </div>
      )}
    </>
  )
}

/** '2 changed, 1 new here', of a list that was read by itself; '' where all is as it was. */
function sinceWords({ since: { changed, gone, news } }: ResourceList): string {
  const parts: [count: number, words: string][] = [
    [changed.size, '{count} changed'],
    [news, '{count} new here'],
    [gone.size, '{count} no longer here'],
  ]
  return listInRow(
    parts.flatMap(([count, words]) => (count > 0 ? [translate(words, { count })] : [])),
  )
}

/** What a screen reader hears when rows arrive: how many, which, and in what order. */
function spoken(resource: Resource, list: ResourceList): string {
  if (list.rows.length === 0) return nothingText(resource, list)
  const shown = translate('Showing {from} to {to} of {total}', numbers(list))
  const [sort] = list.sort
  if (!sort) return shown
  const sorted = translate('sorted by {column}, {order}', {
    column: sortLabel(resource, sort.path),
    order: orderWord(sort),
  })
  return `${shown}, ${sorted}`
}

function numbers(list: ResourceList): Record<'from' | 'to', number> & { total: string | number } {
  const range = shownRange(list.page, list.rows.length, list.total, list.limit)
  const total = list.isLeast ? translate('at least {total}', { total: range.total }) : range.total
  return { from: range.from, to: range.to, total }
}
