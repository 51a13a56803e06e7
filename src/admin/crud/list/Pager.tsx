import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'

/** 'Page X of Y' between Previous and Next, which are disabled at the ends (USER-03). */
export function Pager({
  page,
  pages,
  goTo,
}: {
  page: number
  pages: number
  goTo: (page: number) => void
}) {
  return (
    <nav className="crud-pager" aria-label={translate('Pages')}>
      <Button disabled={page <= 1} onClick={() => goTo(page - 1)}>
        {translate('Previous')}
      </Button>
      <span className="crud-page">{translate('Page {page} of {pages}', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => goTo(page + 1)}>
        {translate('Next')}
      </Button>
    </nav>
  )
}
