import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { TabList } from '#admin/ui/TabList.tsx'
import { TABS } from '#contract/insight/analytics.ts'
import { withTables } from './address.ts'
import { ExportBar } from './export/ExportBar.tsx'
import { usualGrain } from './grain.ts'
import { Panel } from './Panel.tsx'
import { RangePicker } from './RangePicker.tsx'
import { tabLabel } from './tab-label.ts'
import { useAnalytics } from './use-analytics.ts'
import { View } from './View.tsx'
import '#admin/crud/list/list.css'
import './analytics.css'
import './charts.css'
import './tabs.css'

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
    <div ref={area} className="analytics">
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
        className="analytics-tabs"
        tabs={TABS.map((key) => ({ key, id: `tab-${key}`, content: tabLabel(key) }))}
        chosen={tab}
        panel={PANEL}
        choose={(next) => change({ tab: next })}
      />
      <div className="analytics-tools">
        <RangePicker range={range} name={page.name} today={today} onChange={change} />
        <div className="analytics-options" data-export={isExportOpen ? 'open' : 'closed'}>
          <View
            tab={tab ?? 'engagement'}
            tables={tables}
            setTables={(isTable) => change({ tables: withTables(tables, 'all', isTable) })}
            grain={page.grain}
            setGrain={(by) => change({ by: by === usualGrain(range) ? undefined : by })}
            isCompared={address.isCompared}
            setCompared={(isCompared) => change({ isCompared })}
          />
          <span className="analytics-zone" hidden={zone === undefined}>
            {translate('Days in {zone}', { zone: zone ?? 'UTC' })}
          </span>
          <Button
            className="analytics-options__export"
            icon={<DownloadOutlined aria-hidden="true" />}
            aria-label={translate('Export options')}
            aria-expanded={isExportOpen}
            onClick={() => setExportOpen(!isExportOpen)}
          />
          <ExportBar tab={tab ?? 'engagement'} range={range} isDisabled={!(tab && isSane)} />
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
          <div className="page-failure" role="alert">
            <p>{translate('Invalid analytics tab')}</p>
            <Button onClick={() => change({ tab: 'engagement' })}>
              {translate('Show {tab}', { tab: tabLabel('engagement') })}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
