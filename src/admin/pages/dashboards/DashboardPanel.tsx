import { useRef, useState } from 'react'
import { useKeptFocus } from '#admin/ui/focus.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { Editor } from './edit/Editor.tsx'
import { EDIT, PANEL, tabId } from './names.ts'
import type { Dashboards } from './use-dashboards.ts'
import { View } from './View.tsx'

/** What stands below the tabs: a dashboard to look at, or to change. */
export function DashboardPanel({
  record,
  dashboards,
  isEditing,
  setEdited,
}: {
  record: DashboardRecord
  dashboards: Dashboards
  isEditing: boolean
  setEdited: (record: DashboardRecord | undefined) => void
}) {
  const [startsAdding, setStartsAdding] = useState(false)
  const edit = (adds: boolean) => {
    setStartsAdding(adds)
    setEdited(record)
  }

  // The editor goes with its Save and Cancel, and Set Default with its press.
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel, { fallback: `#${EDIT}` })

  return (
    <div ref={panel} id={PANEL} role="tabpanel" aria-labelledby={tabId(record._id)}>
      {isEditing ? (
        <Editor
          record={record}
          dashboards={dashboards}
          startsAdding={startsAdding}
          close={() => setEdited(undefined)}
        />
      ) : (
        <View record={record} dashboards={dashboards} edit={edit} />
      )}
    </div>
  )
}
