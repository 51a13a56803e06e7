import { ReloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Col, Flex, Row, Tabs } from 'antd'
import { useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import { mayOnPage, mayReadAll } from '#admin/providers/access-control-provider.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { TELLS_OF } from '#contract/access.ts'
import { TABS, type Tab } from '#contract/insight/analytics.ts'
import { chartsOf } from '#contract/insight/charts.ts'
import css from './Analytics.module.css'
import { ChartCard } from './ChartCard.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { Figures } from './Figures.tsx'
import { RangePicker } from './RangePicker.tsx'
import { type AnalyticsPage, useAnalytics } from './use-analytics.ts'

/** What a tab is called. */
const LABELS: Record<Tab, string> = {
  engagement: 'User Engagement',
  missions: 'Missions',
  protocols: 'Protocols',
  growth: 'User Growth',
}

/** Analytics: four tabs of figures and charts over a range of days. */
export default function Analytics() {
  const page = useAnalytics()
  const { tab, change, range, isSane, current, earlier } = page
  const isBusy = current.isFetching || earlier?.isFetching === true
  const isOff = !(tab && isSane)
  const area = useRef<HTMLDivElement>(null)
  // The Retry of a failure goes with it.
  useKeptFocus(area, { fallback: '[role="tabpanel"][aria-hidden="false"]' })
  return (
    <div ref={area}>
      <PageHead wraps>
        <div className={css.tools}>
          <RangePicker page={page} />
          <Checkbox
            className={css.compare ?? ''}
            checked={page.isCompared}
            onChange={({ target }) => change({ compare: target.checked ? '1' : undefined })}
          >
            {translate('Compare with the previous period')}
          </Checkbox>
          <Button
            icon={<ReloadOutlined aria-hidden="true" spin={isBusy} />}
            aria-label={translate('Refresh')}
            title={translate('Refresh')}
            disabled={isOff}
            onClick={page.refresh}
          />
          {mayOnPage('analytics', 'export') ? (
            <ExportMenu tab={tab ?? 'engagement'} range={range} isDisabled={isOff} />
          ) : null}
        </div>
      </PageHead>
      <p className="sr-only" role="status">
        {isBusy ? translate('Loading…') : ''}
      </p>
      <Tabs
        activeKey={tab ?? ''}
        onChange={(next) => change({ tab: next })}
        items={TABS.filter((key) => mayReadAll(TELLS_OF[key])).map((key) => ({
          key,
          label: translate(LABELS[key]),
          children:
            key === tab && (isSane || current.report) ? <Panel page={page} tab={tab} /> : null,
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
  const { current, earlier } = page
  const { report, error } = current
  const failed = error ? current : earlier?.error ? earlier : undefined
  return (
    <>
      {failed ? (
        <FailureNotice
          text={failed.error?.message || translate('Failed to fetch analytics data')}
          retry={failed.refetch}
        />
      ) : null}
      {error && !report ? null : (
        <Flex
          vertical
          gap={12}
          className={css.charts ?? ''}
          data-old={current.isOld || earlier?.isOld === true}
          aria-busy={current.isFetching || earlier?.isFetching}
        >
          <Figures tab={tab} report={report} />
          <Row gutter={[16, 16]}>
            {chartsOf(tab).map((chart, at) => (
              <Col key={chart.key} xs={24} xl={at === 0 ? 24 : 12}>
                <ChartCard chart={chart} page={page} />
              </Col>
            ))}
          </Row>
        </Flex>
      )}
    </>
  )
}
