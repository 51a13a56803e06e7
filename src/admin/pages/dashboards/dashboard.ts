import type { HttpError } from '@refinedev/core'
import { failed, succeeded } from '#admin/crud/notices.ts'
import { translate } from '#admin/format/translate.ts'
import { numberAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { rawPayload, withSent } from '#admin/providers/adapters/raw-payload.ts'
import { type DashboardRecord, REFRESH_DEFAULT, type WidgetRecord } from '#contract/dashboards.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { isSameValue } from '#model/field-changes.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { arranged } from './arrange.ts'

export const RESOURCE = 'dashboards'
export const dashboardResource = registry.find(({ name }) => name === RESOURCE) as Resource

export function longest(path: 'title' | 'description' | 'widgets.0.title'): number {
  return describe(dashboardResource.create, path)?.max ?? Number.POSITIVE_INFINITY
}

/** Id of the button that gets the focus when editing ends. */
export const EDIT = 'dashboard-edit'

export const DRAFTS = 'editor of dashboards'

export function shownTitle({ title }: Pick<DashboardRecord, 'title'>): string {
  return title.trim() || translate('Untitled dashboard')
}

/** Returns the options that all mutations of dashboards share, with the specification's notifications. */
export function mutationOf(done: string, failure: string) {
  return {
    resource: RESOURCE,
    // The page itself reloads the list before it shows the result.
    invalidates: [],
    successNotification: (answer?: object) =>
      succeeded(done, (answer as { changeId?: string } | undefined)?.changeId),
    errorNotification: (error?: unknown) =>
      failed(error as HttpError | undefined, failure, dashboardResource),
  } satisfies object
}

/** Reads a dashboard from any backend. Missing values get their defaults, and unknown keys are kept. */
export function readDashboard(row: Row): DashboardRecord {
  const record = {
    ...(row as object),
    _id: row.id,
    title: textAt(row.title),
    description: textAt(row.description),
    layout: row.layout === 'list' ? ('list' as const) : ('grid' as const),
    widgets: objectsAt(row.widgets).map(readWidget),
    isDefault: row.isDefault === true,
  }
  return withSent(record, rawPayload(row) ?? row)
}

function readWidget(one: Record<string, unknown>, index: number): WidgetRecord {
  const [size, position, source] = [one.size, one.position, one.dataSource].map((inner) =>
    isObject(inner) ? inner : {},
  )
  const wholeAt = (value: unknown, path: string, fallback: number) =>
    Math.round(numberAt(getAt(value, path)) ?? fallback)
  return {
    ...one,
    id: textAt(one.id) || textAt(one._id) || `widget-${index + 1}`,
    title: textAt(one.title),
    type: textAt(one.type) || 'unknown',
    size: { ...size, width: wholeAt(size, 'width', 1), height: wholeAt(size, 'height', 1) },
    position: { ...position, x: wholeAt(position, 'x', 0), y: wholeAt(position, 'y', 0) },
    dataSource: {
      ...source,
      type: 'api',
      endpoint: textAt(source?.endpoint),
      refreshInterval: wholeAt(source, 'refreshInterval', REFRESH_DEFAULT),
    },
    config: isObject(one.config) ? one.config : {},
  }
}

export type Draft = Pick<DashboardRecord, 'title' | 'description' | 'layout' | 'widgets'>

export function draftOf({ title, description, layout, widgets }: DashboardRecord): Draft {
  return { title, description, layout, widgets: layout === 'grid' ? arranged(widgets) : widgets }
}

/** Returns the whole dashboard for a PUT, with untouched values in the backend's own form. */
export function bodyOf(
  record: DashboardRecord,
  change: Partial<DashboardRecord>,
): Record<string, unknown> {
  const changed = Object.entries(change).filter(
    ([key, value]) => !isSameValue(value, getAt(record, key)),
  )
  return { ...(rawPayload(record) ?? record), ...Object.fromEntries(changed) }
}
