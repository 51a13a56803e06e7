import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Card, Col, Flex, Row, Statistic, Typography } from 'antd'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { ADD_STEP, pageAddress } from '#admin/format/addresses.ts'
import { listLink } from '#admin/format/list-address.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate, translateCount } from '#admin/format/translate.ts'
import { IS_STOCK } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { numberAt } from '#admin/providers/adapters/coerce.ts'
import { numberOf, useNeeds } from '#admin/providers/needs.ts'
import { useIsMissing, usePresent } from '#admin/providers/use-present.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import type { Figure } from '#contract/charts.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { fetchRead } from '../fetch-read.ts'
import type { Page } from '../page.tsx'
import css from './Home.module.css'
import { RecentActivity } from './RecentActivity.tsx'
import { type Overview, readOverview } from './read-overview.ts'

type CountCard = readonly [name: string, label: string, figure: Figure, to: string]
const CARDS: readonly CountCard[] = [
  ['users', 'Total Users', 'accounts', pageAddress('users')],
  ['missions', 'Total Missions', 'totalMissions', pageAddress('missions')],
  ['protocols', 'Total Protocols', 'totalProtocols', pageAddress('protocols')],
  [
    'mentors',
    'Active Mentors',
    'activeMentors',
    listLink('mentors', { filters: { isActive: 'true' } }),
  ],
]

export function Home({
  registry,
  quickPages,
}: {
  registry: readonly Resource[]
  quickPages: (present: readonly Resource[]) => readonly Page[]
}) {
  const hasOverview = !(useIsMissing(OVERVIEW_PATH) || IS_STOCK)
  // The last answer stays when a later call fails.
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
          data={data ?? (error ? {} : undefined)}
        />
      ) : null}
      <Row gutter={[16, 16]}>
        {/* A failed call does not mean that there is no activity. */}
        {!hasOverview || (error && !data) ? null : (
          <Col xs={24} xl={16}>
            <section aria-labelledby="recent-activity">
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
          </Col>
        )}
        <Col xs={24} xl={8}>
          <Flex vertical gap={16}>
            <section aria-labelledby="quick-actions">
              <Card title={<h2 id="quick-actions">{translate('Quick Actions')}</h2>}>
                <QuickActions pages={quickPages(present)} resources={present} />
              </Card>
            </section>
            {/* At the end, so that nothing moves when it appears. */}
            {hasChanges() ? <NeedsAttention registry={registry} /> : null}
          </Flex>
        </Col>
      </Row>
    </div>
  )
}

/** The number of records of each resource, linked to its list. A dash for a missing number. */
function Counts({
  cards,
  data,
}: {
  cards: readonly CountCard[]
  data: Partial<Overview> | undefined
}) {
  const { counts, added } = data ?? {}
  const days = numberAt(added?.days)
  return (
    <ul className={css.counts} aria-label={translate('Totals')} aria-busy={data === undefined}>
      {cards.map(([name, label, figure, to]) => {
        const fresh = numberAt(added?.[name])
        return (
          <li key={name}>
            <Link to={to} className={css.count}>
              <Card
                hoverable
                style={{ height: '100%' }}
                styles={{ body: { padding: '12px 16px', minHeight: 106 } }}
              >
                <Statistic
                  title={translate(label)}
                  value={formatNumber(numberAt(counts?.[name]))}
                  loading={!data}
                />
                {fresh === null || days === null ? null : (
                  <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                    {translate('{count} new in the last {days} days', {
                      count: formatNumber(fresh),
                      days,
                    })}
                  </Typography.Text>
                )}
              </Card>
            </Link>
            <span className={css.hint}>
              <Definition figure={figure} label={translate(label)} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function QuickActions({
  pages,
  resources,
}: {
  pages: readonly Page[]
  resources: readonly Resource[]
}) {
  return (
    <ul>
      {pages.map(({ title, to, icon }) => (
        <Flex key={to} component="li" justify="space-between" className={css.line ?? ''}>
          <Link to={to}>
            <Flex gap={12} align="center">
              <MenuIcon name={icon} />
              {translate(title)}
            </Flex>
          </Link>
          {resources
            .filter((one) => pageAddress(one.page) === to && canDo(one, 'create'))
            .map(({ name, messages }) => (
              <Link key={name} to={`${to}?${ADD_STEP}`} aria-label={translate(messages.add)}>
                <PlusOutlined aria-hidden="true" /> {translate('Add')}
              </Link>
            ))}
        </Flex>
      ))}
    </ul>
  )
}

/** Records that need attention; needs with a badge come first. Each line links to the filtered list. */
function NeedsAttention({ registry }: { registry: readonly Resource[] }) {
  const counts = useNeeds().data ?? []
  const lines = registry
    .flatMap((resource) =>
      Object.entries(resource.needs).flatMap(([name, need]) =>
        counts
          .filter((one) => one.resource === resource.name && one.need === name)
          .map((found) => ({ key: `${resource.name} ${name}`, resource, need, found })),
      ),
    )
    .sort((one, other) => Number(!one.need.badge) - Number(!other.need.badge))
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="needs-attention">
      <Card title={<h2 id="needs-attention">{translate('Needs attention')}</h2>}>
        <ul>
          {lines.map(({ key, resource, need, found }) => (
            <li key={key} className={css.line}>
              <Link to={listLink(resource.page, { filters: need.filters })}>
                <Flex gap={12} align="center">
                  <MenuIcon name={resource.icon} />
                  {translateCount(found.count, ...need.words).replace('{count}', numberOf(found))}
                </Flex>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
