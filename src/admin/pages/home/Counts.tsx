import { Link } from 'react-router-dom'
import { listLink } from '#admin/crud/list/list-address.ts'
import { pageAddress } from '#admin/format/addresses.ts'
import { formatNumber } from '#admin/format/numbers.ts'
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
    to: pageAddress('users'),
  },
  {
    name: 'missions',
    icon: 'flag',
    label: 'Total Missions',
    figure: 'totalMissions',
    to: pageAddress('missions'),
  },
  {
    name: 'protocols',
    icon: 'path',
    label: 'Total Protocols',
    figure: 'totalProtocols',
    to: pageAddress('protocols'),
  },
  {
    name: 'mentors',
    icon: 'mentor',
    label: 'Active Mentors',
    figure: 'activeMentors',
    to: listLink('mentors', { filters: { isActive: 'true' } }),
  },
]

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
              {counts ? formatNumber(counts[name]) : <Bone width="96px" height="28px" />}
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
