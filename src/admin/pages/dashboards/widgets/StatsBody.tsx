import { WarningOutlined } from '@ant-design/icons'
import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
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
import { Change } from '#admin/ui/Change.tsx'
import { Definition } from '#admin/ui/Hint.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { isScarce } from '#contract/insight/compared.ts'
import { dayIn, rangeOf, type TimeRange } from '#contract/insight/days.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import { humanise } from '#model/words.ts'
import type { Shown, Stats } from '../widget-types.ts'
import { BOX, lineThrough, trendSentence } from './line.ts'
import type { StatsAnswer, SystemAnswer } from './read-widget.ts'
import css from './StatsBody.module.css'
import health from './SystemBody.module.css'

interface StatsProps {
  stats: Stats
  answer: StatsAnswer
  timeRange: TimeRange
  isKiosk: boolean
}

/** One large figure, the others in lines below it, and under one of them a small line of its days. */
export function StatsBody({ stats, answer, timeRange, isKiosk }: StatsProps) {
  const { figures, previous, trend, compared, isSoFar } = answer
  const range = answer.range ?? rangeOf(timeRange, dayIn('UTC', new Date()))
  const period = compared ? wordsForPeriod(compared, range) : translate('the period before')
  const { lead, others } = stats
  const change = ({ key, isPercent, base = key }: Shown) => (
    <Change
      now={figures[key]}
      before={previous[key]}
      unit={isPercent ? 'points' : 'count'}
      period={period}
      // How much there was before; of a share, how much it was a share of.
      isScarce={isScarce(previous[base], compared)}
    />
  )
  const amountOf = ({ key, isPercent }: Shown) =>
    isPercent ? formatPercent(figures[key]) : formatNumber(figures[key])
  const figureOf = ({ definition }: Shown) => (isKiosk ? undefined : definition)
  const amount = amountOf(lead)
  const number = (
    <span className={css.number} style={{ '--letters': amount.length }}>
      {amount}
    </span>
  )
  return (
    <div className={css.stats}>
      <div className={css.lead}>
        {/* A wall, which has no foot, says here that the days are not over. */}
        <Label label={lead.label} figure={figureOf(lead)} isSoFar={isKiosk && isSoFar} />
        <Flex wrap align="baseline" gap="0 0.5em">
          {isKiosk ? (
            number
          ) : (
            <Link to={stats.to} aria-label={`${translate(lead.label)}: ${amount}`}>
              {number}
            </Link>
          )}
          {change(lead)}
        </Flex>
      </div>
      <ul className={css.others}>
        {others.map((one) => (
          <Line
            key={one.key}
            label={one.label}
            figure={figureOf(one)}
            value={amountOf(one)}
            change={change(one)}
            trend={one.key === stats.drawn && trend.length > 1 ? trend : undefined}
            trendLabel={translate(stats.trend)}
          />
        ))}
      </ul>
    </div>
  )
}

/** Whether the system is healthy, in word, colour and shape, and how it has been doing. */
export function SystemBody({ answer, isKiosk }: { answer: SystemAnswer; isKiosk: boolean }) {
  const { status, uptime, lastHour, avgResponseTime, lastBackup, warnings } = answer
  // A backend that makes none says nothing of it.
  const backedUp = nearTime(lastBackup, Date.now())
  const tone = /^healthy$/i.test(status) ? 'well' : status ? 'ill' : 'unknown'
  const word = translate(status ? humanise(status) : 'Not known')
  return (
    <div className={css.stats}>
      <div className={css.lead}>
        <Label label="System status" figure={isKiosk ? undefined : 'systemStatus'} />
        <div className={health.health} data-tone={tone} style={{ '--letters': word.length }}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={tone === 'well' ? 'M5 12.5l4.5 4.5L19 7.5' : 'M12 5v9M12 18.5v.5'} />
          </svg>
          <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{word}</span>
        </div>
      </div>
      {warnings.length > 0 ? <Warnings warnings={warnings} isKiosk={isKiosk} /> : null}
      <ul className={css.others}>
        <Line label="Uptime" value={formatSeconds(uptime)} />
        <Line label="Requests, last hour" value={formatNumber(lastHour)} />
        <Line label="Average response" value={formatMilliseconds(avgResponseTime)} />
        {backedUp ? <Line label="Last backup" value={backedUp} /> : null}
      </ul>
    </div>
  )
}

interface LabelProps {
  label: string
  /** What it means; undefined where that is not told. */
  figure?: Figure | undefined
  isSoFar?: boolean
}

function Label({ label, figure, isSoFar = false }: LabelProps) {
  return (
    <span className={css.label}>
      <span>{translate(label)}</span>
      {isSoFar ? <strong>{translate('So far')}</strong> : null}
      {figure ? <Definition figure={figure} label={translate(label)} /> : null}
    </span>
  )
}

interface LineProps extends LabelProps {
  value: string
  change?: ReactNode
  trend?: StatsAnswer['trend'] | undefined
  trendLabel?: string
}

/** A figure below the large one, and below it its days as a small line, with its name where there is room for one. */
function Line({ label, figure, value, change, trend, trendLabel = '' }: LineProps) {
  const counts = trend?.map(({ count }) => count) ?? []
  const drawn = lineThrough(counts)
  const most = formatNumber(Math.max(...counts))
  return (
    <li data-drawn={drawn !== undefined || undefined}>
      <div className={css.row}>
        <Label label={label} figure={figure} />
        {/* The value first: what does not fit beside it is left out. */}
        <span className={css.other}>
          <strong>{value}</strong> {change}
        </span>
      </div>
      {trend && drawn ? (
        <figure className={css.trend}>
          <div className={css.line}>
            <svg
              viewBox={`0 0 ${BOX.width} ${BOX.height}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <path className={css.area} d={drawn.area} />
              <path d={drawn.line} />
              <path className={css.last} d={drawn.last} />
            </svg>
          </div>
          <figcaption>
            <span className={css.caption} aria-hidden="true">
              {translate('{label}, at most {most}', { label: trendLabel, most })}
            </span>
            <span className="sr-only">{trendSentence(trendLabel, trend)}</span>
          </figcaption>
        </figure>
      ) : null}
    </li>
  )
}

/**
 * What the operator should mend: how many warnings, and their words as far as there is room, the first first.
 * The rest is scrolled to, also by keys; on a wall the first speaks for all.
 */
function Warnings({ warnings, isKiosk }: { warnings: readonly string[]; isKiosk: boolean }) {
  const heading = counted(warnings.length, '{count} warning', '{count} warnings')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section would be a landmark in each card
    <div
      role="group"
      className={health.warnings}
      data-kiosk={isKiosk}
      aria-label={heading}
      tabIndex={isKiosk ? undefined : 0}
    >
      <strong>
        <WarningOutlined aria-hidden="true" /> {heading}
      </strong>
      <ul>
        {repeat(warnings.length, (at) => (
          <li key={at}>{warnings[at]}</li>
        ))}
      </ul>
    </div>
  )
}
