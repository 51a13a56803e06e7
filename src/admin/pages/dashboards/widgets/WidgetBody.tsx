import { CheckCircleFilled, ExclamationCircleFilled, WarningOutlined } from '@ant-design/icons'
import { Alert, Flex, Skeleton, Statistic, Typography } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { isolate } from '#admin/format/isolate.ts'
import {
  counted,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  formatSeconds,
  wordsForPeriod,
} from '#admin/format/numbers.ts'
import { nearTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { numberAt, objectsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { Change } from '#admin/ui/Change.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import { isScarce } from '#contract/analytics.ts'
import { MOST_RECENT_USERS, type WidgetRecord } from '#contract/dashboards.ts'
import { getAt } from '#model/paths.ts'
import { humanise } from '#model/words.ts'
import { isWidgetType, type Shown, type Stats, TYPES } from '../widget-types.ts'
import type { WidgetAnswer, WidgetState } from './use-widget.ts'

interface Props {
  widget: WidgetRecord
  state: WidgetState
  isTall: boolean
  isKiosk: boolean
}

export function WidgetBody({ widget: { type }, state, isTall, isKiosk }: Props) {
  const { data: answer, error } = state
  if (!isWidgetType(type))
    return (
      <Typography.Text type="secondary" style={{ margin: 'auto', textAlign: 'center' }}>
        {translate('Unknown widget type: “{type}”.', { type: isolate(type || '?') })}
      </Typography.Text>
    )
  if (!answer)
    return error ? (
      <Alert
        type="error"
        message={translate('Failed to fetch widget data')}
        description={error.message && <bdi>{error.message}</bdi>}
      />
    ) : (
      <Skeleton active title={type !== 'recentUsers'} paragraph={{ rows: 3 }} />
    )
  const { stats } = TYPES[type]
  if (stats) return <Figures stats={stats} answer={answer} isTall={isTall} isKiosk={isKiosk} />
  if (type === 'recentUsers') return <NewestUsers users={answer.users} isKiosk={isKiosk} />
  return <SystemStatus data={answer.data} />
}

/** One large figure, the others in rows below it. A tall card adds a sparkline. */
function Figures({
  stats: {
    figures: [lead, ...others],
    trend,
    page,
  },
  answer: { data, frame, today },
  isTall,
  isKiosk,
}: Pick<Props, 'isTall' | 'isKiosk'> & { stats: Stats; answer: WidgetAnswer }) {
  const compared = frame?.compared
  const period = compared ? wordsForPeriod(compared, frame.range) : translate('the previous period')
  const before = (key: string) => numberAt(getAt(data.previous, key))
  const change = ({ key, isPercent, base = key }: Shown) => (
    <Change
      now={numberAt(data[key])}
      before={before(key)}
      unit={isPercent ? 'points' : 'count'}
      period={period}
      isScarce={isScarce(before(base), compared)}
    />
  )
  const amountOf = ({ key, isPercent }: Shown) =>
    (isPercent ? formatPercent : formatNumber)(numberAt(data[key]))
  const label = translate(lead.label)
  const amount = amountOf(lead)
  const days = objectsAt(data.trend)
    .map(({ date, count }) => ({ date: textAt(date), count: numberAt(count) ?? 0 }))
    .filter(({ date }) => date !== today)
  return (
    <>
      <Statistic
        title={label}
        formatter={() =>
          isKiosk ? (
            amount
          ) : (
            <Link
              to={pageAddress(page)}
              aria-label={`${label}: ${amount}`}
              style={{ color: 'inherit' }}
            >
              {amount}
            </Link>
          )
        }
        suffix={change(lead)}
        valueStyle={{ fontWeight: 600, lineHeight: 1.5 }}
      />
      <Rows
        rows={others.map((one) => ({
          label: one.label,
          value: amountOf(one),
          change: change(one),
        }))}
      />
      {isTall && days.length > 1 ? <Trend label={translate(trend)} days={days} /> : null}
    </>
  )
}

function Trend({ label, days }: { label: string; days: { date: string; count: number }[] }) {
  const most = Math.max(...days.map(({ count }) => count))
  const points = days.map(
    ({ count }, at) => `${(at * 100) / (days.length - 1)},${31 - (count * 30) / Math.max(most, 1)}`,
  )
  return (
    <figure style={{ display: 'flex', flexDirection: 'column', flex: '1 1 64px', minHeight: 0 }}>
      <svg
        viewBox="0 0 100 32"
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ flex: 1, width: '100%', minHeight: 0 }}
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="var(--primary)"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Typography.Text type="secondary">
        <figcaption>
          {translate('{label}, highest {most}', { label, most: formatNumber(most) })}
        </figcaption>
      </Typography.Text>
    </figure>
  )
}

function SystemStatus({ data }: Pick<WidgetAnswer, 'data'>) {
  const status = textAt(data.status)
  const warnings = textsAt(data.warnings)
  const isHealthy = /^healthy$/i.test(status)
  const requests = (key: string) => numberAt(getAt(data.apiRequests, key))
  const backedUp = nearTime(data.lastBackup, Date.now())
  const Sign = isHealthy ? CheckCircleFilled : ExclamationCircleFilled
  return (
    <>
      <Statistic
        title={translate('System status')}
        formatter={() => translate(status ? humanise(status) : 'Unknown')}
        prefix={status && <Sign aria-hidden="true" />}
        valueStyle={{
          fontWeight: 600,
          lineHeight: 1.5,
          color: isHealthy
            ? 'var(--tone-green-text)'
            : status
              ? 'var(--tone-red-text)'
              : 'var(--muted)',
        }}
      />
      {warnings.length > 0 ? (
        <Alert
          type="warning"
          role="note"
          message={
            <strong>
              <WarningOutlined aria-hidden="true" />{' '}
              {counted(warnings.length, '{count} warning', '{count} warnings')}
            </strong>
          }
          description={warnings.map((warning) => <p key={warning}>{warning}</p>)}
        />
      ) : null}
      <Rows
        rows={[
          { label: 'Uptime', value: formatSeconds(numberAt(data.uptime)) },
          { label: 'Requests, last hour', value: formatNumber(requests('lastHour')) },
          { label: 'Average response', value: formatMilliseconds(requests('avgResponseTime')) },
          ...(backedUp ? [{ label: 'Last backup', value: backedUp }] : []),
        ]}
      />
    </>
  )
}

const ROW: CSSProperties = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 8,
}

/** The figures below the large one, as rows of label and value; side by side if there is room. */
function Rows({ rows }: { rows: readonly { label: string; value: string; change?: ReactNode }[] }) {
  return (
    <ul
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14em), 1fr))',
        columnGap: 32,
      }}
    >
      {rows.map(({ label, value, change }) => (
        <li key={label}>
          <Statistic
            style={ROW}
            title={translate(label)}
            formatter={() => value}
            suffix={change}
            valueStyle={{ fontSize: 'inherit', fontWeight: 600 }}
          />
        </li>
      ))}
    </ul>
  )
}

const USER: CSSProperties = {
  minWidth: 0,
  padding: '3px 0',
  '--initials': '1.9em',
  '--initials-type': '0.875em',
}

function NewestUsers({ users, isKiosk }: Pick<WidgetAnswer, 'users'> & { isKiosk: boolean }) {
  const newest = objectsAt(users).slice(0, MOST_RECENT_USERS)
  if (newest.length === 0)
    return (
      <Typography.Text type="secondary">{translate('No new users in this period')}</Typography.Text>
    )
  return (
    <ul>
      {newest.map((user, at) => {
        const id = textAt(user._id ?? user.id)
        const name = [user.firstName, user.lastName].map(textAt).filter(Boolean).join(' ')
        const who = name || textAt(user.name) || translate('Unknown user')
        return (
          <Flex key={id || at} component="li" align="center" gap={8} style={USER}>
            <Initials of={name} />
            <Typography.Text ellipsis title={who} style={{ flex: 1 }}>
              {id && !isKiosk ? (
                <Link to={pageAddress('users', id)} style={{ color: 'inherit' }}>
                  <bdi translate="no">{who}</bdi>
                </Link>
              ) : (
                <bdi translate="no">{who}</bdi>
              )}
            </Typography.Text>
            <DateText iso={textAt(user.createdAt)} absent="N/A" />
          </Flex>
        )
      })}
    </ul>
  )
}
