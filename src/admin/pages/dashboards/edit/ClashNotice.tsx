import { Button } from 'antd'
import { FormNotice } from '#admin/crud/form/FormNotice.tsx'
import { savedByText } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { dashboardResource } from '../dashboard-resource.ts'
import { draftOf } from '../read-dashboard.ts'
import css from './ClashNotice.module.css'
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
  const changes = clash.kind === 'newer' ? changesBetween(draftOf(base), draftOf(clash.theirs)) : []
  const text =
    clash.kind === 'gone'
      ? translate('This dashboard was deleted since you opened it.')
      : (savedByText(dashboardResource, clash.error) ??
        translate('This dashboard was changed since you opened it.'))
  return (
    <FormNotice text={text}>
      {changes.length > 0 ? (
        <ul className={css.changes}>
          {repeat(changes.length, (at) => (
            <li key={at} dir="auto">
              {changes[at]}
            </li>
          ))}
        </ul>
      ) : null}
      <ButtonRow>
        {clash.kind === 'newer' ? (
          <Button onClick={reload} disabled={isBusy}>
            {translate('Reload')}
          </Button>
        ) : null}
        <Button onClick={saveCopy} loading={isBusy}>
          {translate('Save as a copy')}
        </Button>
      </ButtonRow>
    </FormNotice>
  )
}
