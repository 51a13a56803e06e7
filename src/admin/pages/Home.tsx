import { Link } from 'react-router'
import type { MenuEntry } from '../menu.ts'
import { MenuIcon } from '../shell/icons.tsx'
import { translate } from '../translate.ts'
import { PageHead } from './PageHead.tsx'
import './pages.css'

/** The dashboard home: its Quick Actions lead to everything that can be managed (HOME-04). */
export function Home({ entries }: { entries: MenuEntry[] }) {
  return (
    <>
      <PageHead
        title={translate('Dashboard')}
        subtitle={translate('Everything you look after, one step away')}
      />
      <section aria-labelledby="quick-actions">
        <h2 id="quick-actions" className="section-title">
          {translate('Quick Actions')}
        </h2>
        <ul className="cards">
          {entries.map(({ label, to, icon, hint }) => (
            <li key={to}>
              <Link to={to} className="card card--link">
                <span className="card__icon">
                  <MenuIcon name={icon} />
                </span>
                <span>
                  <strong>{translate(label)}</strong>
                  {hint ? <span className="card__hint">{translate(hint)}</span> : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
