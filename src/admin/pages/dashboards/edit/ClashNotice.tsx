import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { savedByText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { dashboardResource } from '../dashboard-resource.ts'
import { draftOf } from '../read-dashboard.ts'
import { changesBetween } from './changes.ts'
import type { Clash } from './use-save.ts'

/** Another admin was faster: what they changed, and the ways on. Nothing is lost until one of them is taken. */
export function ClashNotice({
  clash,
  base,
  isBusy,
  reload,
  saveCopy,
}: {
  clash: Clash
  base: DashboardRecord
  isBusy: boolean
  reload: () => void
  saveCopy: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const changes = clash.kind === 'newer' ? changesBetween(draftOf(base), draftOf(clash.theirs)) : []
  return (
    <div className="dash-clash" role="alert" tabIndex={-1} ref={box}>
      <p className="crud-strong">
        {clash.kind === 'gone'
          ? translate('This dashboard was deleted since you opened it.')
          : (savedByText(dashboardResource, clash.error) ??
            translate('This dashboard was changed since you opened it.'))}
      </p>
      {changes.length > 0 ? (
        <ul>
          {changes.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two widgets of one title change in the same words
            <li key={index} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="dash-tools">
        {clash.kind === 'newer' ? (
          <Button onClick={reload} disabled={isBusy}>
            {translate('Reload')}
          </Button>
        ) : null}
        <Button onClick={saveCopy} loading={isBusy}>
          {translate('Save as a copy')}
        </Button>
      </div>
    </div>
  )
}
