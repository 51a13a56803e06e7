import { Link } from 'react-router-dom'
import { listLink } from '#admin/crud/list/list-address.ts'
import { translate } from '#admin/format/translate.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { Definition } from '#admin/ui/Hint.tsx'
import type { MenuSign } from '#admin/ui/icons.tsx'
import { MenuIcon } from '#admin/ui/icons.tsx'
import type { Figure } from '#contract/insight/definitions.ts'
import css from './Counts.module.css'
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
    <ul className={css.counts} aria-label={translate('Totals')} aria-busy={counts === undefined}>
      {CARDS.map(({ name, icon, label, figure, to }) => (
        <li key={name}>
          <Link to={to} className={css.count}>
            <span className={css.label}>
              <MenuIcon name={icon} />
              {translate(label)}
            </span>
            <span className={css.number}>
              {counts ? <Amount value={counts[name]} /> : <Bone width="96px" height="28px" />}
            </span>
          </Link>
          <span className={css.hint}>
            <Definition figure={figure} label={translate(label)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Amount({ value }: { value: number | undefined }) {
  return value === undefined ? '–' : number.format(value)
}
