import { Link } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import type { Page } from '../pages.ts'
import { HomePanel } from './HomePanel.tsx'
import css from './QuickActions.module.css'

/** HOME-04: one step to everything that can be managed. */
export function QuickActions({ pages }: { pages: readonly Page[] }) {
  return (
    <HomePanel title={translate('Quick Actions')}>
      <ul className={css.actions}>
        {pages.map(({ title, to, icon, hint }) => (
          <li key={to}>
            <Link to={to} className={css.action}>
              <span className={css.icon}>
                <MenuIcon name={icon} />
              </span>
              <span className={css.words}>
                <strong>{translate(title)}</strong>
                {hint ? translate(hint) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomePanel>
  )
}
