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
import { otherDaysZone } from '#admin/format/region.ts'
import { nearTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { Change } from '#admin/ui/Change.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { DatesZoneContext } from '#admin/ui/dates-zone.ts'
import { Initials } from '#admin/ui/Initials.tsx'
import { isScarce } from '#contract/insight/compared.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { dayIn, rangeOf, type TimeRange } from '#contract/insight/days.ts'
import { humanise } from '#model/words.ts'
import { isWidgetType, type Shown, type Stats, TYPES } from '../widget-types.ts'
import type { StatsAnswer, SystemAnswer, UsersAnswer } from './read-widget.ts'
import { Trend } from './Trend.tsx'
import type { WidgetState } from './use-widget.ts'

export interface WidgetProps {
  /** Its type may be unknown here. */
  widget: WidgetRecord
  timeRange: TimeRange
  /** There is room for a line of the days. */
  isTall: boolean
  /** On a wall: nothing to press. */
  isKiosk?: boolean
}

/** The figures of a widget, or what is shown in their place. */
export function WidgetBody(props: WidgetProps & { state: WidgetState }) {
  const { state, widget, isKiosk = false } = props
  const { answer, failure } = state
  if (!isWidgetType(widget.type))
    return (
      <Typography.Text type="secondary" style={{ margin: 'auto', textAlign: 'center' }}>
        {translate('Widgets of type “{type}” are not known here.', {
          type: isolate(widget.type || '?'),
        })}
      </Typography.Text>
    )
  if (!answer)
    return failure === undefined ? (
      <Skeleton active title={widget.type !== 'recentUsers'} paragraph={{ rows: 4 }} />
    ) : (
      <Alert
        type="error"
        message={translate('Failed to fetch widget data')}
        description={failure && <bdi>{failure}</bdi>}
      />
    )
  if (answer.kind === 'users') return <NewestUsers answer={answer} isKiosk={isKiosk} />
  if (answer.kind === 'system') return <SystemStatus answer={answer} />
  const { stats } = TYPES[widget.type]
  return stats && <Figures {...props} stats={stats} answer={answer} />
}

/** One large figure, the others in rows below it, and in a tall card the days of one of them as a line. */
function Figures({
  stats,
  answer,
  timeRange,
  isTall,
  isKiosk = false,
}: WidgetProps & { stats: Stats; answer: StatsAnswer }) {
  const { figures, previous, trend, compared } = answer
  const { lead, others, to } = stats
  const range = answer.range ?? rangeOf(timeRange, dayIn('UTC', new Date()))
  const period = compared ? wordsForPeriod(compared, range) : translate('the period before')
  const change = ({ key, isPercent, base = key }: Shown) =>
    key in previous ? (
      <Change
        now={figures[key]}
        before={previous[key]}
        unit={isPercent ? 'points' : 'count'}
        period={period}
        // How much there was before; of a share, how much it was a share of.
        isScarce={isScarce(previous[base], compared)}
      />
    ) : null
  const amountOf = ({ key, isPercent }: Shown) =>
    isPercent ? formatPercent(figures[key]) : formatNumber(figures[key])
  const label = translate(lead.label)
  const amount = amountOf(lead)
  return (
    <>
      <Statistic
        title={label}
        formatter={() =>
          isKiosk ? (
            amount
          ) : (
            <Link to={to} aria-label={`${label}: ${amount}`} style={{ color: 'inherit' }}>
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
      {isTall && trend.length > 1 ? <Trend label={translate(stats.trend)} trend={trend} /> : null}
    </>
  )
}

/** Whether the system is healthy, in word, colour and shape, and how it has been doing. */
function SystemStatus({ answer }: { answer: SystemAnswer }) {
  const { status, uptime, lastHour, avgResponseTime, lastBackup, warnings } = answer
  const isHealthy = /^healthy$/i.test(status)
  // A backend that makes none says nothing of it.
  const backedUp = nearTime(lastBackup, Date.now())
  return (
    <>
      <Statistic
        title={translate('System status')}
        formatter={() => translate(status ? humanise(status) : 'Not known')}
        {...(status && {
          prefix: isHealthy ? (
            <CheckCircleFilled aria-hidden="true" />
          ) : (
            <ExclamationCircleFilled aria-hidden="true" />
          ),
        })}
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
          { label: 'Uptime', value: formatSeconds(uptime) },
          { label: 'Requests, last hour', value: formatNumber(lastHour) },
          { label: 'Average response', value: formatMilliseconds(avgResponseTime) },
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

/** Figures below the large one: each a name and its value in a row, beside each other where there is room. */
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
  '--initials-type': '0.8em',
}

/** The newest users, each a link to their record: initials, name, and the day they joined. */
function NewestUsers({ answer, isKiosk }: { answer: UsersAnswer; isKiosk: boolean }) {
  if (answer.users.length === 0)
    return (
      <Typography.Text type="secondary">{translate('No new users in this time')}</Typography.Text>
    )
  return (
    <ul>
      {answer.users.map(({ key, id, name, createdAt }) => {
        const who = name || translate('Unknown user')
        const said = <bdi {...(name && { translate: 'no' as const })}>{who}</bdi>
        return (
          <Flex key={key} component="li" align="center" gap={8} style={USER}>
            <Initials of={name} />
            <Typography.Text ellipsis title={who} style={{ flex: 1 }}>
              {id && !isKiosk ? (
                <Link to={pageAddress('users', id)} style={{ color: 'inherit' }}>
                  {said}
                </Link>
              ) : (
                said
              )}
            </Typography.Text>
            {/* A day of those that the dashboard's range counts. */}
            <DatesZoneContext value={otherDaysZone()}>
              <DateText iso={createdAt} absent="N/A" />
            </DatesZoneContext>
          </Flex>
        )
      })}
    </ul>
  )
}
