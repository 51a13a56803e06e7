import * as z from 'zod'
import { requiredText, text } from '#model/schema.ts'
import { REFRESH_DEFAULT } from './widgets.ts'

/** Columns of the console's grid on a desktop: a widget of 1x1 is a card. */
export const GRID_COLUMNS = 4
/** What a stored widget may measure; the console shows what is wider than its grid at its full width. */
const WIDEST = 12
export const TALLEST = 6
export const MOST_WIDGETS = 50
/** Seconds that a stored refreshInterval may say; the console reads it as 30 to 3600 (DASH-03). */
const LONGEST_INTERVAL = 86_400

/** Levels that a widget's configuration may be nested. */
const DEEPEST = 20

export const LAYOUTS = ['grid', 'list'] as const

/**
 * One widget as it is stored (specification section 3). `type` is free text and `config` any object: what
 * this program does not know it keeps. The endpoint is stored as it came and never requested.
 */
export const widgetSchema = z.object({
  id: requiredText(100),
  title: text(120).default(''),
  type: requiredText(60),
  size: z
    .object({
      width: z.int().min(1).max(WIDEST).default(1),
      height: z.int().min(1).max(TALLEST).default(1),
    })
    .prefault({}),
  position: z
    .object({
      x: z
        .int()
        .min(0)
        .max(WIDEST - 1)
        .default(0),
      y: z.int().min(0).max(1000).default(0),
    })
    .prefault({}),
  dataSource: z
    .object({
      type: z.literal('api').default('api'),
      endpoint: text(500).default(''),
      refreshInterval: z.int().min(1).max(LONGEST_INTERVAL).default(REFRESH_DEFAULT),
    })
    .prefault({}),
  config: z
    .record(z.string(), z.unknown())
    .refine((value) => isStorable(value, DEEPEST), {
      error: `is nested deeper than ${DEEPEST} levels, or holds a number too large to keep`,
    })
    .default(() => ({})),
})
export type WidgetRecord = z.output<typeof widgetSchema>

/** What a dashboard holds besides its id and version (DASH-01). Exactly one is the default. */
export const dashboardSchema = z.object({
  title: requiredText(120),
  description: text(500).optional(),
  layout: z.enum(LAYOUTS).default('grid'),
  widgets: z
    .array(widgetSchema)
    .max(MOST_WIDGETS)
    .check(({ value, issues }) => {
      const seen = new Set<string>()
      for (const [index, { id }] of value.entries()) {
        if (seen.has(id))
          issues.push({
            code: 'custom',
            input: id,
            path: [index, 'id'],
            message: 'is the id of another widget',
          })
        seen.add(id)
      }
    })
    .meta({ description: 'Each has an id of its own' })
    .default(() => []),
  isDefault: z.boolean().default(false),
})
export type Dashboard = z.output<typeof dashboardSchema>

/** Whether a value comes back from the store as it went in. 1e400 would come back as null. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isStorable(inner, levels - 1))
}

/** A dashboard as the console holds it; a foreign backend may keep no versions. */
export interface DashboardRecord extends Dashboard {
  _id: string
  version?: number
  updatedAt?: string
}
