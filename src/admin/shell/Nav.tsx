import { Tooltip } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { type MenuEntry, type MenuGroup, pageOf } from '#admin/pages/menu.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'

/** The links of the side navigation (SHELL-01). Narrow shows icons, whose names stand in tooltips. */
export function Nav({ groups, isNarrow = false }: { groups: MenuGroup[]; isNarrow?: boolean }) {
  return (
    <nav aria-label={translate('Main')} className="nav">
      {groups.map((group) => (
        <section key={group.label} className="nav__group">
          <h2 className={isNarrow ? 'sr-only' : 'nav__title'}>{translate(group.label)}</h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <NavLink entry={entry} isNarrow={isNarrow} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function NavLink({ entry, isNarrow }: { entry: MenuEntry; isNarrow: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = pageOf(pathname) === entry.to
  const label = translate(entry.label)
  const link = (
    <Link to={entry.to} className="nav__link" {...(isCurrent && { 'aria-current': 'page' })}>
      <MenuIcon name={entry.icon} />
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
