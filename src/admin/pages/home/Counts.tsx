import { Link } from 'react-router'
import { MenuIcon } from '../../shell/icons.tsx'
import { translate } from '../../translate.ts'
import type { CountName, Overview } from './read-overview.ts'

/** The mentors' list with its filter set, as the list itself writes it into the address. */
const ACTIVE = new URLSearchParams({
  'filters[0][field]': 'isActive',
  'filters[0][operator]': 'eq',
  'filters[0][value]': 'true',
})

const CARDS: readonly { name: CountName; label: string; to: string }[] = [
  { name: 'users', label: 'Total Users', to: '/admin/users' },
  { name: 'missions', label: 'Total Missions', to: '/admin/missions' },
  { name: 'protocols', label: 'Total Protocols', to: '/admin/protocols' },
  { name: 'mentors', label: 'Active Mentors', to: `/admin/mentors?${ACTIVE}` },
]

const number = new Intl.NumberFormat('en')

/** HOME-01: how much there is, each number a link to its list. A number that did not come is a dash. */
export function Counts({ counts }: { counts: Overview['counts'] | undefined }) {
  return (
    <ul className="home-counts" aria-label={translate('Totals')} aria-busy={counts === undefined}>
      {CARDS.map(({ name, label, to }) => (
        <li key={name}>
          <Link to={to} className="home-count">
            <span className="home-count__label">
              {translate(label)}
              <MenuIcon name={name} />
            </span>
            <span className="home-count__number">
              {counts ? <Amount value={counts[name]} /> : <span className="crud-bone" />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Amount({ value }: { value: number | undefined }) {
  return value === undefined ? '–' : number.format(value)
}
