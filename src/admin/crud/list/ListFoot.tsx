import { Flex, Spin, Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { PageNav } from './PageNav.tsx'
import { hasPager, shownRange } from './paging.ts'
import { orderWord, sortLabel } from './sort.ts'
import { nothingText, type ResourceList } from './use-resource-list.ts'

/** Below every list: how many are shown of how many, and the one pager there is. */
export function ListFoot({ resource, list }: { resource: Resource; list: ResourceList }) {
  const isPhone = useIsPhone()
  const { page, pages, total, limit, isPending, isOld, error } = list
  const isLoading = error === undefined && (isPending || isOld)
  const isEmpty = !isLoading && total === 0
  const isFailed = error !== undefined
  const hasPages = hasPager(resource, total, limit) && !isPending
  return (
    <>
      <p className="sr-only" role="status">
        {isLoading || isFailed ? '' : spoken(resource, list)}
      </p>
      {isFailed || (isEmpty && !hasPages) ? null : (
        <Flex
          wrap
          align="center"
          justify={isPhone ? 'center' : 'space-between'}
          gap="8px 16px"
          style={{ minHeight: 56, padding: '12px 16px', borderBlockStart: '1px solid var(--edge)' }}
        >
          <Typography.Text type="secondary" style={{ unicodeBidi: 'plaintext' }}>
            {isLoading ? (
              <>
                <Spin size="small" /> {translate('Loading…')}
              </>
            ) : (
              list.rows.length > 0 && translate('{from}–{to} of {total}', numbers(list))
            )}
          </Typography.Text>
          {hasPages ? (
            <PageNav
              page={Math.min(page, pages)}
              pages={pages}
              isLeast={list.isLeast}
              goTo={list.goTo}
              size={limit}
              {...(total > PAGE_SIZE && { resize: list.resize })}
            />
          ) : null}
        </Flex>
      )}
    </>
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
