import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'

/** Ids that elements of different files refer to. */
export const PANEL = 'dashboard-panel'
/** Has the focus when editing ends. */
export const EDIT = 'dashboard-edit'
export const HANDLE_HELP = 'dashboard-handle-help'
export const tabId = (id: string) => `dashboard-tab-${encodeURIComponent(id)}`

/** A foreign backend's dashboard may have no title. */
export function shownTitle({ title }: Pick<DashboardRecord, 'title'>): string {
  return title.trim() || translate('Untitled dashboard')
}
