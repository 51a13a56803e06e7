import { Link } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import type { Page } from '../pages.ts'

/** HOME-04: one step to everything that can be managed. */
export function QuickActions({ pages }: { pages: readonly Page[] }) {
  return (
    <section className="home-panel" aria-labelledby="quick-actions">
      <h2 id="quick-actions">{translate('Quick Actions')}</h2>
      <ul className="home-actions">
        {pages.map(({ title, to, icon, hint }) => (
          <li key={to}>
            <Link to={to} className="home-action">
              <span className="home-action__icon">
                <MenuIcon name={icon} />
              </span>
              <span>
                <strong>{translate(title)}</strong>
                {hint ? <span className="home-action__hint">{translate(hint)}</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
