import { Flex, Spin, Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { PageNav } from './PageNav.tsx'
import { shownRange } from './paging.ts'
import { orderWord, sortLabel } from './sort.ts'
import { nothingText, type ResourceList } from './use-resource-list.ts'

/** The footer of every list: the range shown, the total and the pager. */
export function ListFoot({ resource, list }: { resource: Resource; list: ResourceList }) {
  const isPhone = useIsPhone()
  const { rows, page, pages, total, limit, isLeast, isPending, isOld, error } = list
  const isLoading = error === undefined && (isPending || isOld)
  // The users list always shows the pager, as specified; others only with more than one page.
  const hasPages = !isPending && (resource.api.envelope === 'count' || total > limit)
  const range = shownRange(page, rows.length, total, limit)
  const numbers = { ...range, total: isLeast ? translate('at least {total}', { total }) : total }
  const [sort] = list.sort

  /** Returns the announcement for screen readers when rows arrive: number, range and order. */
  const spoken = () => {
    if (rows.length === 0) return nothingText(resource, list)
    const shown = translate('Showing {from} to {to} of {total}', numbers)
    if (!sort) return shown
    const column = sortLabel(resource, sort.path)
    const sorted = translate('sorted by {column}, {order}', { column, order: orderWord(sort) })
    return `${shown}, ${sorted}`
  }
  return (
    <>
      <p className="sr-only" role="status">
        {isLoading || error !== undefined ? '' : spoken()}
      </p>
      {error !== undefined || !(isLoading || total > 0 || hasPages) ? null : (
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
              rows.length > 0 && translate('{from}–{to} of {total}', numbers)
            )}
          </Typography.Text>
          {hasPages ? (
            <PageNav
              page={Math.min(page, pages)}
              pages={pages}
              isLeast={isLeast}
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
