import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Card, Skeleton } from 'antd'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { ADD_STEP, pageAddress } from '#admin/format/addresses.ts'
import { listLink } from '#admin/format/list-address.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { IS_STOCK } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { useIsMissing, usePresent } from '#admin/providers/use-present.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import { MenuIcon, type MenuSign } from '#admin/ui/icons.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import type { Figure } from '#contract/insight/definitions.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { fetchRead } from '../fetch-read.ts'
import type { Page } from '../page.tsx'
import css from './Home.module.css'
import { NeedsYou } from './NeedsYou.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { type CountName, type Overview, readOverview } from './read-overview.ts'

type CountCard = readonly [
  name: CountName,
  icon: MenuSign,
  label: string,
  figure: Figure,
  to: string,
]
const CARDS: readonly CountCard[] = [
  ['users', 'people', 'Total Users', 'accounts', pageAddress('users')],
  ['missions', 'flag', 'Total Missions', 'totalMissions', pageAddress('missions')],
  ['protocols', 'path', 'Total Protocols', 'totalProtocols', pageAddress('protocols')],
  [
    'mentors',
    'mentor',
    'Active Mentors',
    'activeMentors',
    listLink('mentors', { filters: { isActive: 'true' } }),
  ],
]

/** The dashboard home: how much there is, what was done lately, and one step to everything. */
export function Home({
  registry,
  quickPages,
}: {
  registry: readonly Resource[]
  /** The pages that Quick Actions offers, of the resources that there are. */
  quickPages: (present: readonly Resource[]) => readonly Page[]
}) {
  // Asked for anew whenever the home is opened; the last one that came stays when a later call fails.
  const hasOverview = !(useIsMissing(OVERVIEW_PATH) || IS_STOCK)
  const { data, error, refetch } = useQuery({
    queryKey: [OVERVIEW_PATH],
    queryFn: ({ signal }) => fetchRead({ path: OVERVIEW_PATH, signal }, readOverview),
    enabled: hasOverview,
  })
  const present = usePresent(registry)
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area)
  return (
    <div ref={area}>
      <PageHead />
      {error && hasOverview ? (
        <FailureNotice
          text={error.message || translate('Failed to fetch system overview')}
          retry={() => void refetch()}
        />
      ) : null}
      {hasOverview ? (
        <Counts
          cards={CARDS.filter(([name]) => registry.some(({ page }) => page === name))}
          counts={data?.counts ?? (error ? {} : undefined)}
          added={data?.added}
        />
      ) : null}
      <div className={css.panels}>
        {hasChanges() && registry.some(({ needs }) => Object.keys(needs).length > 0) ? (
          <section aria-labelledby="needs-you">
            <Card title={<h2 id="needs-you">{translate('Needs you')}</h2>}>
              <NeedsYou registry={registry} />
            </Card>
          </section>
        ) : null}
        {/* Of a call that failed nothing is known, which is not the same as no activity. */}
        {!hasOverview || (error && !data) ? null : (
          <section className={css.done} aria-labelledby="recent-activity">
            <Card
              title={<h2 id="recent-activity">{translate('Recent Activity')}</h2>}
              extra={
                hasChanges() ? (
                  <Link to={pageAddress('activity')}>{translate('All activity')}</Link>
                ) : null
              }
            >
              <RecentActivity registry={registry} entries={data?.activity} />
            </Card>
          </section>
        )}
        <section aria-labelledby="quick-actions">
          <Card title={<h2 id="quick-actions">{translate('Quick Actions')}</h2>}>
            <QuickActions pages={quickPages(present)} resources={present} />
          </Card>
        </section>
      </div>
    </div>
  )
}

/** HOME-01: how much there is, each number a link to its list. A number that did not come is a dash. */
function Counts({
  cards,
  counts,
  added,
}: {
  /** Of what there is, and may be read. */
  cards: readonly CountCard[]
  counts: Overview['counts'] | undefined
  added: Overview['added']
}) {
  return (
    <ul className={css.counts} aria-label={translate('Totals')} aria-busy={counts === undefined}>
      {cards.map(([name, icon, label, figure, to]) => (
        <li key={name}>
          <Link to={to} className={css.count}>
            <span className={css.label}>
              <MenuIcon name={icon} />
              {translate(label)}
            </span>
            <span className={css.number}>
              {counts ? formatNumber(counts[name]) : <Skeleton.Input active size="small" />}
              <Added count={added?.counts[name]} days={added?.days} />
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

/** HOME-04: one step to everything that can be managed, and to the form of a new record there. */
function QuickActions({
  pages,
  resources,
}: {
  pages: readonly Page[]
  resources: readonly Resource[]
}) {
  const adding = (to: string) =>
    resources.find(
      (one) =>
        pageAddress(one.page) === to && one.actions.includes('create') && mayDo(one, 'create'),
    )?.messages.add
  return (
    <ul className={css.actions}>
      {pages.map(({ title, to, icon, hint }) => (
        <li key={to} className={css.deed}>
          <Link to={to} className={css.action}>
            <span className={css.icon}>
              <MenuIcon name={icon} />
            </span>
            <span className={css.words}>
              <strong>{translate(title)}</strong>
              {hint ? translate(hint) : null}
            </span>
          </Link>
          <AddLink to={to} label={adding(to)} />
        </li>
      ))}
    </ul>
  )
}

function AddLink({ to, label }: { to: string; label: string | undefined }) {
  if (label === undefined) return null
  return (
    <Link
      to={`${to}?${ADD_STEP}`}
      className={css.add}
      aria-label={translate(label)}
      title={translate(label)}
    >
      <PlusOutlined aria-hidden="true" />
      <span>{translate('Add')}</span>
    </Link>
  )
}

/** '48 new in the last 30 days'. Nothing where that is not known. */
function Added({ count, days }: { count: number | undefined; days: number | undefined }) {
  if (count === undefined || days === undefined) return null
  return (
    <small>
      {translate('{count} new in the last {days} days', { count: formatNumber(count), days })}
    </small>
  )
}
