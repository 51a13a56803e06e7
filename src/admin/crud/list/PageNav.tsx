import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './PageNav.module.css'
import { PAGE_SIZES } from './paging.ts'

/** 'Page X of Y' between Previous and Next, which are disabled at the ends, and antd's way to any other page. */
export function PageNav({
  page,
  pages,
  isLeast = false,
  goTo,
  size,
  resize,
}: {
  page: number
  pages: number
  /** There are at least so many: the last is not known. */
  isLeast?: boolean
  goTo: (page: number) => void
  /** How many rows a page has, where that can be chosen. */
  size?: number
  resize?: (size: number) => void
}) {
  const words = isLeast ? 'Page {page} of {pages} or more' : 'Page {page} of {pages}'
  const limit = size ?? 1
  const sizes = [...new Set([...PAGE_SIZES, limit])].sort((one, other) => one - other)
  return (
    <nav className={css.pages} aria-label={translate('Pages')}>
      <Pagination
        current={page}
        pageSize={limit}
        total={pages * limit}
        showLessItems
        showTotal={() => translate(words, { page, pages })}
        itemRender={(_page, type, element) => itemOf(type, element)}
        showSizeChanger={
          resize
            ? { 'aria-label': translate('Rows per page'), virtual: false, showSearch: false }
            : false
        }
        pageSizeOptions={sizes}
        // Sent alone after a new size as well: that one goes to the page of the first row that is shown.
        onChange={(next, nextSize) => {
          if (nextSize === limit) goTo(next)
        }}
        onShowSizeChange={(_page, next) => resize?.(next)}
      />
    </nav>
  )
}

/** antd gives the focus to the place around the button, and the button only its looks. */
function itemOf(type: string, element: ReactNode): ReactNode {
  if (type !== 'prev' && type !== 'next') return element
  return <Button tabIndex={-1}>{translate(type === 'prev' ? 'Previous' : 'Next')}</Button>
}
