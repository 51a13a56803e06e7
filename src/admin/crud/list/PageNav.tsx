import { Button, Pagination } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import css from './PageNav.module.css'

const PAGE_SIZES = [PAGE_SIZE, 25, 50, 100]

/** 'Page X of Y' between Previous and Next, which are disabled at the ends, and antd's pager for other pages. */
export function PageNav({
  page,
  pages,
  isLeast = false,
  goTo,
  size = 1,
  resize,
}: {
  page: number
  pages: number
  /** The total is a minimum, so the last page is unknown. */
  isLeast?: boolean
  goTo: (page: number) => void
  /** The page size, if it can be chosen. */
  size?: number
  resize?: (size: number) => void
}) {
  const words = isLeast ? 'Page {page} of {pages} or more' : 'Page {page} of {pages}'
  return (
    <nav className={css.pages} aria-label={translate('Pages')}>
      <Pagination
        current={page}
        pageSize={size}
        total={pages * size}
        showLessItems
        showTotal={() => translate(words, { page, pages })}
        itemRender={(_page, type, element) =>
          // antd puts the focus on the element around the button, and only styles the button.
          type === 'prev' || type === 'next' ? (
            <Button tabIndex={-1}>{translate(type === 'prev' ? 'Previous' : 'Next')}</Button>
          ) : (
            element
          )
        }
        showSizeChanger={
          resize
            ? { 'aria-label': translate('Rows per page'), virtual: false, showSearch: false }
            : false
        }
        pageSizeOptions={[...new Set([...PAGE_SIZES, size])].sort((one, other) => one - other)}
        onChange={(next, nextSize) => (nextSize === size ? goTo(next) : resize?.(nextSize))}
      />
    </nav>
  )
}
