import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureBar } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { TabList } from '#admin/ui/TabList.tsx'
import type { Tab } from '#contract/insight/analytics.ts'
import { TABS } from '#contract/insight/analytics.ts'
import css from './Analytics.module.css'
import { withTables } from './address.ts'
import { ExportBar } from './export/ExportBar.tsx'
import { usualGrain } from './grain.ts'
import { Panel } from './Panel.tsx'
import { RangePicker } from './RangePicker.tsx'
import { useAnalytics } from './use-analytics.ts'
import { View } from './View.tsx'

const LABELS: Record<Tab, string> = {
  engagement: 'User Engagement',
  missions: 'Missions',
  protocols: 'Protocols',
  growth: 'User Growth',
}

/** What a tab is called (ANA-01). */
function tabLabel(tab: Tab): string {
  return translate(LABELS[tab])
}

const PANEL = 'analytics-panel'

/** Analytics (ANA-01 to ANA-04): four tabs of charts over a range of days. */
export function Analytics() {
  const page = useAnalytics()
  const { address, change, today, range, isSane, current, earlier, refresh } = page
  const [isExportOpen, setExportOpen] = useState(false)
  const { tab, tables } = address
  const isBusy = current.isFetching || earlier?.isFetching === true
  const zone = current.report?.timeZone
  const area = useRef<HTMLDivElement>(null)
  // The Retry of a failure goes with it.
  useKeptFocus(area, { fallback: `#${PANEL}` })
  return (
    <div ref={area}>
      <PageHead>
        <Button
          icon={<ReloadOutlined aria-hidden="true" spin={isBusy} />}
          disabled={!(tab && isSane)}
          onClick={refresh}
        >
          {translate('Refresh')}
        </Button>
      </PageHead>
      <TabList
        label={translate('Analytics')}
        tabs={TABS.map((key) => ({ key, id: `tab-${key}`, content: tabLabel(key) }))}
        chosen={tab}
        panel={PANEL}
        choose={(next) => change({ tab: next })}
      />
      <div className={css.tools}>
        <RangePicker range={range} name={page.name} today={today} onChange={change} />
        <div className={css.options}>
          <View
            tab={tab ?? 'engagement'}
            tables={tables}
            setTables={(isTable) => change({ tables: withTables(tables, 'all', isTable) })}
            grain={page.grain}
            setGrain={(by) => change({ by: by === usualGrain(range) ? undefined : by })}
            isCompared={address.isCompared}
            setCompared={(isCompared) => change({ isCompared })}
          />
          <span className={css.zone} hidden={zone === undefined}>
            {translate('Days in {zone}', { zone: zone ?? 'UTC' })}
          </span>
          <span className={css.export}>
            <Button
              icon={<DownloadOutlined aria-hidden="true" />}
              aria-label={translate('Export options')}
              aria-expanded={isExportOpen}
              onClick={() => setExportOpen(!isExportOpen)}
            />
          </span>
          <ExportBar
            tab={tab ?? 'engagement'}
            range={range}
            isDisabled={!(tab && isSane)}
            isFolded={!isExportOpen}
          />
        </div>
      </div>
      <div
        id={PANEL}
        role="tabpanel"
        tabIndex={-1}
        {...(tab && { 'aria-labelledby': `tab-${tab}` })}
      >
        <p className="sr-only" role="status">
          {isBusy ? translate('Loading…') : ''}
        </p>
        {tab && (isSane || current.report) ? (
          <Panel
            tab={tab}
            current={current}
            earlier={earlier}
            grain={page.grain}
            tables={tables}
            setTable={(key, isTable) => change({ tables: withTables(tables, [key], isTable) })}
          />
        ) : null}
        {tab ? null : (
          <FailureBar
            way={translate('Show {tab}', { tab: tabLabel('engagement') })}
            go={() => change({ tab: 'engagement' })}
          >
            {translate('Invalid analytics tab')}
          </FailureBar>
        )}
      </div>
    </div>
  )
}
