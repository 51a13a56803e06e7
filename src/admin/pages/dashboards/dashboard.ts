import type { HttpError } from '@refinedev/core'
import { failed, succeeded } from '#admin/crud/notices.ts'
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

/** The id of the button that has the focus when editing ends. */
export const EDIT = 'dashboard-edit'

/** A foreign backend's dashboard may have no title. */
export function shownTitle({ title }: Pick<DashboardRecord, 'title'>): string {
  return title.trim() || translate('Untitled dashboard')
}

/** What the ranges of days are called. */
export const RANGE_NAMES: Record<TimeRange, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
}

/** What Refine's mutations of dashboards share: what is said afterwards, in the specification's own texts. */
export function mutationOf(done: string, failure: string) {
  return {
    resource: RESOURCE,
    // The page waits for its list before it shows what was written.
    invalidates: [],
    successNotification: (answer?: object) =>
      succeeded(done, (answer as { changeId?: string } | undefined)?.changeId),
    errorNotification: (error?: unknown) =>
      failed(error as HttpError | undefined, failure, dashboardResource),
  } satisfies object
}
