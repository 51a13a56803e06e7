import type { OpenNotificationParams } from '@refinedev/core'
import { succeeded, unansweredText } from '#admin/crud/notices.ts'
import type { Made } from '#admin/crud/use-versioned-write.ts'
import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

export const RESOURCE = 'dashboards'

/** The declaration behind this page, for the dialogs that all resources share. */
export const dashboardResource: Resource = found()

function found(): Resource {
  const resource = registry.find(({ name }) => name === RESOURCE)
  if (!resource) throw new Error(`There is no resource '${RESOURCE}'`)
  return resource
}

/** How long the text at a path of a dashboard may be. */
export function longest(path: 'title' | 'description' | 'widgets.0.title'): number {
  return describe(dashboardResource.create, path)?.max ?? Number.POSITIVE_INFINITY
}

/** Ids that elements of different files refer to: the button that has the focus when editing ends. */
export const EDIT = 'dashboard-edit'
export const HANDLE_HELP = 'dashboard-handle-help'

/** A foreign backend's dashboard may have no title. */
export function shownTitle({ title }: Pick<DashboardRecord, 'title'>): string {
  return title.trim() || translate('Untitled dashboard')
}

/** DASH-02: what the ranges of days are called. */
export const RANGE_NAMES: Record<TimeRange, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
}

/** DASH-05: the specification's own texts, whatever the server says; where it said nothing, just that. */
export function failedWith(text: string, error?: unknown): OpenNotificationParams {
  const message = unansweredText(error) ?? translate(text)
  return { type: 'error', description: translate('Error'), message }
}

/** What is said of a new dashboard: that it is there, or why not. */
export function createdOr(made: Made): OpenNotificationParams {
  return made.kind === 'saved'
    ? succeeded('Dashboard created successfully.', made.changeId)
    : failedWith('Failed to create dashboard', made.error)
}
