import { Tooltip } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { type MenuGroup, type Page, pageAt } from '#admin/pages/pages.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import css from './Nav.module.css'

/** The links of the side navigation (SHELL-01). Narrow shows icons, whose names stand in tooltips. */
export function Nav({ groups, isNarrow = false }: { groups: MenuGroup[]; isNarrow?: boolean }) {
  return (
    <nav aria-label={translate('Main')} className={css.nav} data-narrow={isNarrow}>
      {groups.map((group) => (
        <section key={group.label} className={css.group}>
          <h2 className={isNarrow ? 'sr-only' : css.title}>{translate(group.label)}</h2>
          <ul>
            {group.pages.map((page) => (
              <li key={page.to}>
                <NavLink page={page} isNarrow={isNarrow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function NavLink({ page, isNarrow }: { page: Page; isNarrow: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = pageAt(pathname) === page.to
  const label = translate(page.title)
  const link = (
    <Link to={page.to} className={css.link} {...(isCurrent && { 'aria-current': 'page' })}>
      <MenuIcon name={page.icon} />
      <span className={isNarrow ? 'sr-only' : ''}>{label}</span>
    </Link>
  )
  if (!isNarrow) return link
  return (
    <Tooltip title={label} placement="right">
      {link}
    </Tooltip>
  )
}
