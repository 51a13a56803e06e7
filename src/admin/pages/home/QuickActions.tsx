import { Link } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import type { MenuEntry } from '../menu.ts'

/** HOME-04: one step to everything that can be managed. */
export function QuickActions({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <section className="home-panel" aria-labelledby="quick-actions">
      <h2 id="quick-actions">{translate('Quick Actions')}</h2>
      <ul className="home-actions">
        {entries.map(({ label, to, icon, hint }) => (
          <li key={to}>
            <Link to={to} className="home-action">
              <span className="home-action__icon">
                <MenuIcon name={icon} />
              </span>
              <span>
                <strong>{translate(label)}</strong>
                {hint ? <span className="home-action__hint">{translate(hint)}</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
