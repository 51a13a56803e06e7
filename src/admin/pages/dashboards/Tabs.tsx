import { translate } from '#admin/format/translate.ts'
import { Tinted } from '#admin/ui/Badge.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { type TabItem, TabList } from '#admin/ui/TabList.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { PANEL, shownTitle, tabId } from './names.ts'
import css from './Tabs.module.css'

/** DASH-01: the dashboards as tabs, on a phone as a select. */
export function Tabs({
  all,
  current,
  open,
}: {
  all: readonly DashboardRecord[]
  current: DashboardRecord | undefined
  open: (id: string, replace?: boolean) => void
}) {
  const isPhone = useIsPhone()
  const chosen = current?._id

  if (isPhone)
    return (
      <div className={css.select}>
        <Select
          isClearable={false}
          aria-label={translate('Dashboard')}
          value={chosen ?? ''}
          choices={all.map((one) => ({ value: one._id, label: optionOf(one) }))}
          onChange={({ target }) => target.value && open(target.value)}
        />
      </div>
    )
  return (
    <TabList
      label={translate('Dashboards')}
      tabs={all.map(itemOf)}
      chosen={chosen}
      panel={PANEL}
      // Going along the tabs is no step that Back takes back.
      choose={(id, isByKeyboard) => {
        if (isByKeyboard || id !== chosen) open(id, isByKeyboard)
      }}
    />
  )
}

function itemOf(one: DashboardRecord): TabItem<string> {
  return {
    key: one._id,
    id: tabId(one._id),
    content: (
      <>
        <bdi>{shownTitle(one)}</bdi>
        {one.isDefault ? <Tinted tone="green">{translate('Default')}</Tinted> : null}
      </>
    ),
  }
}

function optionOf(one: DashboardRecord): string {
  return one.isDefault
    ? translate('{title} (Default)', { title: shownTitle(one) })
    : shownTitle(one)
}
