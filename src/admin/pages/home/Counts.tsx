import { Link } from 'react-router-dom'
import { listLink } from '#admin/crud/list/list-address.ts'
import { translate } from '#admin/format/translate.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import type { MenuSign } from '#admin/ui/icons.tsx'
import { MenuIcon } from '#admin/ui/icons.tsx'
import type { Figure } from '#contract/insight/definitions.ts'
import type { CountName, Overview } from './read-overview.ts'

const CARDS: readonly {
  name: CountName
  icon: MenuSign
  label: string
  figure: Figure
  to: string
}[] = [
  {
    name: 'users',
    icon: 'people',
    label: 'Total Users',
    figure: 'accounts',
    to: '/admin/users',
  },
  {
    name: 'missions',
    icon: 'flag',
    label: 'Total Missions',
    figure: 'totalMissions',
    to: '/admin/missions',
  },
  {
    name: 'protocols',
    icon: 'path',
    label: 'Total Protocols',
    figure: 'totalProtocols',
    to: '/admin/protocols',
  },
  {
    name: 'mentors',
    icon: 'mentor',
    label: 'Active Mentors',
    figure: 'activeMentors',
    to: listLink('mentors', { filters: { isActive: 'true' } }),
  },
]

const number = new Intl.NumberFormat('en')

/** HOME-01: how much there is, each number a link to its list. A number that did not come is a dash. */
export function Counts({ counts }: { counts: Overview['counts'] | undefined }) {
  return (
    <ul className="home-counts" aria-label={translate('Totals')} aria-busy={counts === undefined}>
      {CARDS.map(({ name, icon, label, figure, to }) => (
        <li key={name}>
          <Link to={to} className="home-count">
            <span className="home-count__label">
              <MenuIcon name={icon} />
              {translate(label)}
            </span>
            <span className="home-count__number">
              {counts ? <Amount value={counts[name]} /> : <span className="crud-bone" />}
            </span>
          </Link>
          <Definition figure={figure} label={translate(label)} />
        </li>
      ))}
    </ul>
  )
}

function Amount({ value }: { value: number | undefined }) {
  return value === undefined ? '–' : number.format(value)
}
