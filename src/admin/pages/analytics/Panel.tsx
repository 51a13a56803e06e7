import { formatRange } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { FailureBar } from '#admin/ui/Notice.tsx'
import type { Tab } from '#contract/insight/analytics.ts'
import { chartsOf } from '#contract/insight/charts.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import { ChartCard } from './ChartCard.tsx'
import type { Grain } from './grain.ts'
import css from './Panel.module.css'
import type { Report } from './read-report.ts'
import { pendingBefore, seriesOf } from './series.ts'
import type { ReportState } from './use-report.ts'

interface Props {
  tab: Tab
  current: ReportState
  /** The previous period; undefined when nothing is compared. */
  earlier: ReportState | undefined
  /** By what figures over time are shown. */
  grain: Grain
  tables: ReadonlySet<Figure>
  setTable: (key: Figure, isTable: boolean) => void
}

/** A tab's charts in each of their states: on the way, there, of before, or failed. */
export function Panel({ tab, current, earlier, grain, tables, setTable }: Props) {
  const { report, error } = current
  const failed = error ? current : earlier?.error ? earlier : undefined
  const isOld = current.isOld || (error !== undefined && report !== undefined) || earlier?.isOld
  const before = earlier && report && (earlier.report ?? pendingBefore(report))
  return (
    <>
      {failed ? <Failure state={failed} shown={error ? report : undefined} /> : null}
      {error && !report ? null : (
        <div
          className={css.charts}
          data-old={Boolean(isOld)}
          aria-busy={current.isFetching || earlier?.isFetching}
        >
          {chartsOf(tab).map((chart) => (
            <ChartCard
              key={chart.key}
              chart={chart}
              series={report && seriesOf(chart, report, before, grain)}
              isTable={tables.has(chart.key)}
              setTable={(isTable) => setTable(chart.key, isTable)}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** ANA-01: the server's words, else the specification's, with the way on. */
function Failure({ state, shown }: { state: ReportState; shown: Report | undefined }) {
  return (
    <FailureBar go={state.refetch}>
      <bdi>{state.error?.message || translate('Failed to fetch analytics data')}</bdi>
      {shown ? (
        <small>
          {translate('The figures below were loaded before: {range}', {
            range: formatRange(shown.range),
          })}
        </small>
      ) : null}
    </FailureBar>
  )
}
