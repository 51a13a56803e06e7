import { ReloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Tabs, Typography } from 'antd'
import { useRef } from 'react'
import { formatRange, wordsForPeriod } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { mayOnPage, mayReadAll } from '#admin/providers/access-control-provider.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { TELLS_OF } from '#contract/access.ts'
import { TABS, type Tab } from '#contract/insight/analytics.ts'
import { chartsOf } from '#contract/insight/charts.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import css from './Analytics.module.css'
import { ChartCard } from './ChartCard.tsx'
import { ExportBar } from './export/ExportBar.tsx'
import { RangePicker } from './RangePicker.tsx'
import { pendingBefore, seriesOf } from './series.ts'
import { type AnalyticsPage, useAnalytics } from './use-analytics.ts'

/** What a tab is called (ANA-01). */
const LABELS: Record<Tab, string> = {
  engagement: 'User Engagement',
  missions: 'Missions',
  protocols: 'Protocols',
  growth: 'User Growth',
}

/** Analytics (ANA-01 to ANA-04): four tabs of charts over a range of days. */
export default function Analytics() {
  const page = useAnalytics()
  const { tab, change, range, isSane, before, current, earlier } = page
  const isBusy = current.isFetching || earlier?.isFetching === true
  const mayExport = mayOnPage('analytics', 'export')
  const area = useRef<HTMLDivElement>(null)
  // The Retry of a failure goes with it.
  useKeptFocus(area, { fallback: '[role="tabpanel"][aria-hidden="false"]' })
  const body = (
    <>
      <div className={css.tools}>
        <RangePicker
          range={range}
          name={page.name}
          today={page.today}
          zone={current.report?.timeZone}
          onChange={change}
        />
        <Checkbox
          className={css.compare ?? ''}
          checked={page.isCompared}
          onChange={({ target }) => change({ isCompared: target.checked })}
        >
          {translate('Compare with the previous period')}{' '}
          {before ? (
            <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12 }}>
              {wordsForPeriod({ start: before.start, end: before.end }, range)}
            </Typography.Text>
          ) : null}
        </Checkbox>
        {mayExport ? (
          <ExportBar tab={tab ?? 'engagement'} range={range} isDisabled={!(tab && isSane)} />
        ) : null}
      </div>
      <p className="sr-only" role="status">
        {isBusy ? translate('Loading…') : ''}
      </p>
      {tab && (isSane || current.report) ? <Panel page={page} tab={tab} /> : null}
    </>
  )
  return (
    <div ref={area}>
      <PageHead>
        <Button
          icon={<ReloadOutlined aria-hidden="true" spin={isBusy} />}
          disabled={!(tab && isSane)}
          onClick={page.refresh}
        >
          {translate('Refresh')}
        </Button>
      </PageHead>
      <Tabs
        activeKey={tab ?? ''}
        onChange={(next) => change({ tab: next as Tab })}
        items={TABS.filter((key) => mayReadAll(TELLS_OF[key])).map((key) => ({
          key,
          label: translate(LABELS[key]),
          children: key === tab ? body : null,
        }))}
      />
      {tab ? null : (
        <FailureNotice
          text={translate('Invalid analytics tab')}
          label={translate('Show {tab}', { tab: translate(LABELS.engagement) })}
          retry={() => change({ tab: 'engagement' })}
        />
      )}
    </div>
  )
}

/** A tab's charts in each of their states: on the way, there, of before, or failed. */
function Panel({ page, tab }: { page: AnalyticsPage; tab: Tab }) {
  const { current, earlier, grain, tables, change } = page
  const { report, error } = current
  const setTable = (key: Figure, isTable: boolean) => {
    const next = new Set(tables)
    if (isTable) next.add(key)
    else next.delete(key)
    change({ tables: next })
  }
  const failed = error ? current : earlier?.error ? earlier : undefined
  const isOld = current.isOld || (error !== undefined && report !== undefined) || earlier?.isOld
  const before = earlier && report && (earlier.report ?? pendingBefore(report))
  return (
    <>
      {/* ANA-01: the server's words, else the specification's, with the way on. */}
      {failed ? (
        <FailureNotice
          text={
            <>
              <bdi>{failed.error?.message || translate('Failed to fetch analytics data')}</bdi>
              {error && report ? (
                <div>
                  {translate('The figures below were loaded before: {range}', {
                    range: formatRange(report.range),
                  })}
                </div>
              ) : null}
            </>
          }
          retry={failed.refetch}
        />
      ) : null}
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
