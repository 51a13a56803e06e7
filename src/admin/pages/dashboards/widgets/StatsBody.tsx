import { Link } from 'react-router'
import { translate } from '#admin/translate.ts'
import { dayIn, rangeOf, type TimeRange } from '#contract/insight/days.ts'
import { Change } from '../../insight/Change.tsx'
import { Definition } from '../../insight/Definition.tsx'
import { formatNumber, formatPercent, wordsForPrevious } from '../../insight/format.ts'
import { Sparkline } from '../../insight/Sparkline.tsx'
import { trendSentence } from '../../insight/trend-sentence.ts'
import type { Shown, Stats } from './figures.ts'
import type { StatsAnswer } from './read-widget.ts'

interface Props {
  stats: Stats
  answer: StatsAnswer
  timeRange: TimeRange
  isKiosk: boolean
}

/** One large figure, the others in lines below it, and a small line where there is one. */
export function StatsBody({ stats, answer, timeRange, isKiosk }: Props) {
  const { figures, previous, trend } = answer
  const range = answer.range ?? rangeOf(timeRange, dayIn('UTC', new Date()))
  const period = wordsForPrevious(range)
  const { lead, others } = stats
  const change = (one: Shown) => (
    <Change
      now={figures[one.key]}
      before={previous[one.key]}
      unit={one.unit === 'percent' ? 'points' : 'count'}
      period={period}
    />
  )
  const number = <span className="widget__number">{shownValue(lead, figures)}</span>
  return (
    <div className="widget__stats">
      <div className="widget__lead">
        <Label one={lead} isKiosk={isKiosk} />
        <div className="widget__amount">
          {isKiosk ? (
            number
          ) : (
            <Link
              to={stats.to}
              aria-label={`${translate(lead.label)}: ${shownValue(lead, figures)}`}
            >
              {number}
            </Link>
          )}
          {change(lead)}
        </div>
      </div>
      {trend.length > 1 ? (
        <figure className="widget__trend">
          <div className="widget__line">
            <Sparkline values={trend.map((point) => point.count)} />
          </div>
          <figcaption>
            <span className="widget__short" aria-hidden="true">
              {translate(stats.trendShort)}
            </span>
            <span className="widget__long" aria-hidden="true">
              {translate('{label}, at most {most}', {
                label: translate(stats.trend),
                most: formatNumber(Math.max(...trend.map((point) => point.count))),
              })}
            </span>
            <span className="sr-only">{trendSentence(translate(stats.trend), trend)}</span>
          </figcaption>
        </figure>
      ) : null}
      <ul className="widget__others">
        {others.map((one) => (
          <li key={one.key}>
            <Label one={one} isKiosk={isKiosk} />
            <span className="widget__other">
              {change(one)} <strong>{shownValue(one, figures)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Label({ one, isKiosk }: { one: Shown; isKiosk: boolean }) {
  const label = translate(one.label)
  return (
    <span className="widget__label">
      <span>{label}</span>
      {isKiosk ? null : <Definition figure={one.definition} label={label} />}
    </span>
  )
}

function shownValue({ key, unit }: Shown, figures: StatsAnswer['figures']): string {
  return unit === 'percent' ? formatPercent(figures[key]) : formatNumber(figures[key])
}
