import { Link, useLocation } from 'react-router-dom'
import { readCameFrom } from '#admin/crud/came-from.ts'
import { FORM_STEP } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { type MenuGroup, pageAt } from '#admin/pages/pages.ts'
import { useShownPage } from '#admin/ui/arrival.ts'
import css from './Breadcrumb.module.css'

/**
 * Where one is below a page of the menu: 'Missions / Read a job advert…', with a step more for its form. The page's
 * link leads to its list as it was left.
 */
export function Breadcrumb({ groups }: { groups: readonly MenuGroup[] }) {
  const { pathname, state } = useLocation()
  const { to, title } = useShownPage()
  const at = pageAt(pathname)
  const page = groups.flatMap(({ pages }) => pages).find((one) => one.to === at)
  if (!page || !to.startsWith(`${at}/`) || !`${pathname}/`.startsWith(`${to}/`)) return null
  const from = readCameFrom(state)?.to ?? at
  const isForm = pathname.endsWith(`/${FORM_STEP}`)
  const current = { 'aria-current': 'page' } as const
  return (
    <nav aria-label={translate('Breadcrumb')}>
      <ol className={css.crumbs}>
        <li>
          <Link to={pageAt(from.split('?', 1)[0] ?? '') === at ? from : at}>
            {translate(page.title)}
          </Link>
        </li>
        <li className={css.last} {...(!isForm && current)}>
          <bdi>{title}</bdi>
        </li>
        {isForm ? <li {...current}>{translate('Edit')}</li> : null}
      </ol>
    </nav>
  )
}
