import { numberAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { rawPayload, withSent } from '#admin/providers/adapters/raw-payload.ts'
import {
  type DashboardRecord,
  LAYOUTS,
  MOST_WIDGETS,
  type WidgetRecord,
} from '#contract/insight/dashboards.ts'
import { REFRESH_DEFAULT } from '#contract/insight/widgets.ts'
import type { Row } from '#model/declaration.ts'
import { isSameValue } from '#model/field-changes.ts'
import { isObject } from '#model/paths.ts'
import { arranged } from './layout/arrange.ts'

/**
 * A dashboard from any backend: what is missing or no use gets its default, and keys that nobody
 * here knows stay, so that a save gives them back.
 */
export function readDashboard(row: Row): DashboardRecord {
  const { version, updatedAt, ...rest } = row
  return withSent(
    {
      ...rest,
      _id: row.id,
      title: textAt(row.title),
      description: textAt(row.description),
      layout: LAYOUTS.find((one) => one === row.layout) ?? 'grid',
      widgets: readWidgets(row.widgets),
      isDefault: row.isDefault === true,
      ...(typeof version === 'number' && { version }),
      ...(typeof updatedAt === 'string' && { updatedAt }),
    },
    rawPayload(row) ?? row,
  )
}

function readWidgets(value: unknown): WidgetRecord[] {
  const taken = new Set<string>()
  return objectsAt(value)
    .slice(0, MOST_WIDGETS * 2)
    .map((one, index) => {
      const [size, position, source] = [one.size, one.position, one.dataSource].map((inner) =>
        isObject(inner) ? inner : {},
      )
      let id = textAt(one.id) || textAt(one._id) || `widget-${index + 1}`
      while (taken.has(id)) id += '-2'
      taken.add(id)
      return withSent(
        {
          ...one,
          id,
          title: textAt(one.title),
          type: textAt(one.type) || 'unknown',
          size: { ...size, width: wholeOf(size?.width, 1), height: wholeOf(size?.height, 1) },
          position: { ...position, x: wholeOf(position?.x, 0), y: wholeOf(position?.y, 0) },
          dataSource: {
            ...source,
            type: 'api',
            endpoint: textAt(source?.endpoint),
            refreshInterval: wholeOf(source?.refreshInterval, REFRESH_DEFAULT),
          },
          config: isObject(one.config) ? one.config : {},
        },
        one,
      )
    })
}

/** What an editor works on. */
export type Draft = Pick<DashboardRecord, 'title' | 'description' | 'layout' | 'widgets'>

/** The draft of a stored dashboard; its widgets stand where the grid shows them. */
export function draftOf({ title, description = '', layout, widgets }: DashboardRecord): Draft {
  return { title, description, layout, widgets: layout === 'grid' ? arranged(widgets) : widgets }
}

/**
 * The whole dashboard, as a PUT sends it: what nobody touched as the backend wrote it,
 * numbers as numbers, and nothing that was only read into it.
 */
export function bodyOf(
  record: DashboardRecord,
  change: Draft | Pick<DashboardRecord, 'isDefault'>,
): Record<string, unknown> {
  const next = { ...record, ...change }
  const read = new Map(record.widgets.map((one) => [one.id, one]))
  const widgets = isSameValue(next.widgets, record.widgets)
    ? record.widgets
    : next.widgets.map((one) => asSent(read.get(one.id), one))
  return asSent(record, { ...next, title: next.title.trim(), widgets })
}

/** An object with each key that is as it was read written as it came; one that did not come is left out. */
function asSent(read: object | undefined, now: object): Record<string, unknown> {
  const sent = read && rawPayload(read)
  if (!read || !sent) return { ...now }
  const known = new Map(Object.entries(read))
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) => {
      if (!isSameValue(value, known.get(key))) return [[key, value]]
      return Object.hasOwn(sent, key) ? [[key, sent[key]]] : []
    }),
  )
}

function wholeOf(value: unknown, fallback: number): number {
  return Math.round(numberAt(value) ?? fallback)
}
