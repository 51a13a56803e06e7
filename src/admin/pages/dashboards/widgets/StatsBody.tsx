import { Link } from 'react-router-dom'
import { formatNumber, formatPercent, wordsForPeriod } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Change } from '#admin/ui/Change.tsx'
import { Definition } from '#admin/ui/Hint.tsx'
import { isScarce } from '#contract/insight/compared.ts'
import { dayIn, rangeOf, type TimeRange } from '#contract/insight/days.ts'
import type { Shown, Stats } from './figures.ts'
import { lettersOf } from './letters.ts'
import { trendSentence } from './line.ts'
import type { StatsAnswer } from './read-widget.ts'
import { Sparkline } from './Sparkline.tsx'
import css from './StatsBody.module.css'

interface Props {
  stats: Stats
  answer: StatsAnswer
  timeRange: TimeRange
  isKiosk: boolean
}

/** One large figure, the others in lines below it, and under one of them a small line of its days. */
export function StatsBody({ stats, answer, timeRange, isKiosk }: Props) {
  const { figures, previous, trend, compared } = answer
  const range = answer.range ?? rangeOf(timeRange, dayIn('UTC', new Date()))
  const period = compared ? wordsForPeriod(compared, range) : translate('the period before')
  const { lead, others } = stats
  const change = (one: Shown) => (
    <Change
      now={figures[one.key]}
      before={previous[one.key]}
      unit={one.unit === 'percent' ? 'points' : 'count'}
      period={period}
      isScarce={isScarce(countedBefore(one, previous), compared)}
    />
  )
  const amount = shownValue(lead, figures)
  const number = (
    <span className={css.number} style={lettersOf(amount)}>
      {amount}
    </span>
  )
  return (
    <div className={css.stats}>
      <div className={css.lead}>
        <Label one={lead} isKiosk={isKiosk} isSoFar={isKiosk && answer.isSoFar} />
        <div className={css.amount}>
          {isKiosk ? (
            number
          ) : (
            <Link to={stats.to} aria-label={`${translate(lead.label)}: ${amount}`}>
              {number}
            </Link>
          )}
          {change(lead)}
        </div>
      </div>
      <ul className={css.others}>
        {others.map((one) => {
          const isDrawn = one.key === stats.drawn && trend.length > 1
          return (
            <li key={one.key} data-drawn={isDrawn || undefined}>
              <div className={css.row}>
                <Label one={one} isKiosk={isKiosk} />
                {/* The value first: what does not fit beside it is left out. */}
                <span className={css.other}>
                  <strong>{shownValue(one, figures)}</strong> {change(one)}
                </span>
              </div>
              {isDrawn ? <Trend label={translate(stats.trend)} trend={trend} /> : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The days of a figure as a small line, below it, with its name where there is room for one. */
function Trend({ label, trend }: { label: string; trend: StatsAnswer['trend'] }) {
  const counts = trend.map(({ count }) => count)
  return (
    <figure className={css.trend}>
      <div className={css.line}>
        <Sparkline values={counts} />
      </div>
      <figcaption>
        <span className={css.caption} aria-hidden="true">
          {translate('{label}, at most {most}', { label, most: formatNumber(Math.max(...counts)) })}
        </span>
        <span className="sr-only">{trendSentence(label, trend)}</span>
      </figcaption>
    </figure>
  )
}

/** On a wall, which has no foot, it also says that the days are not over. */
function Label({
  one,
  isKiosk,
  isSoFar = false,
}: {
  one: Shown
  isKiosk: boolean
  isSoFar?: boolean
}) {
  const label = translate(one.label)
  return (
    <span className={css.label}>
      <span>{label}</span>
      {isSoFar ? <strong>{translate('So far')}</strong> : null}
      {isKiosk ? null : <Definition figure={one.definition} label={label} />}
    </span>
  )
}

/** How much there was before; of a share, how much it was a share of. */
function countedBefore({ key, base }: Shown, previous: StatsAnswer['previous']) {
  return previous[base ?? key]
}

function shownValue({ key, unit }: Shown, figures: StatsAnswer['figures']): string {
  return unit === 'percent' ? formatPercent(figures[key]) : formatNumber(figures[key])
}
