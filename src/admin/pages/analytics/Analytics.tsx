import { ReloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Col, Flex, Row, Skeleton, Statistic, Tabs, Typography } from 'antd'
import { useRef } from 'react'
import { wordsForPeriod } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { canOnPage, canReadAll } from '#admin/providers/access-control-provider.ts'
import { Change } from '#admin/ui/Change.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { TELLS_OF } from '#contract/access.ts'
import { TABS, type Tab } from '#contract/analytics.ts'
import { chartsOf } from '#contract/charts.ts'
import css from './Analytics.module.css'
import { ChartCard } from './ChartCard.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { RangePicker } from './RangePicker.tsx'
import { figuresOf, type Report } from './report.ts'
import { type AnalyticsPage, useAnalytics } from './use-analytics.ts'

const LABELS: Record<Tab, string> = {
  engagement: 'User Engagement',
  missions: 'Missions',
  protocols: 'Protocols',
  growth: 'User Growth',
}

export default function Analytics() {
  const page = useAnalytics()
  const { tab, change, range, isSane, current, earlier } = page
  const isBusy = current.isFetching || earlier?.isFetching === true
  const isOff = !(tab && isSane)
  const area = useRef<HTMLDivElement>(null)
  // The Retry button disappears after a success.
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
          {canOnPage('analytics', 'export') ? (
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
        items={TABS.filter((key) => canReadAll(TELLS_OF[key])).map((key) => ({
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

function Figures({ tab, report }: { tab: Tab; report: Report | undefined }) {
  const { compared, range } = report ?? {}
  const period = compared && range && wordsForPeriod(compared, range)
  return (
    <Flex wrap gap="0 24px" align="end" justify="space-between">
      <Flex component="ul" wrap gap="0 24px" flex="1 1 320px" aria-label={translate('Figures')}>
        {figuresOf(chartsOf(tab), report).map(({ key, label, text, change }) => (
          <li key={key} style={{ flex: '1 1 160px', minHeight: 58 }}>
            {report ? (
              <Statistic
                title={label}
                value={text}
                suffix={period && <Change {...change} period={period} />}
              />
            ) : (
              <Skeleton active title={{ width: 96 }} paragraph={false} />
            )}
          </li>
        ))}
      </Flex>
      {period ? (
        <Typography.Text type="secondary">
          {translate('Compared with {period}', { period })}
        </Typography.Text>
      ) : null}
    </Flex>
  )
}
