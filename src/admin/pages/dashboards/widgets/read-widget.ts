import * as z from 'zod'
import { boxesOf } from '#admin/wire/boxes.ts'
import { readCompared, readRange } from '#admin/wire/read-range.ts'
import { objectsAt, textAt, textsAt } from '#admin/wire/reading.ts'
import { tidyRow } from '#admin/wire/tidy.ts'
import type { Compared } from '#contract/insight/compared.ts'
import { type Day, type DayRange, dayIn, isDay } from '#contract/insight/days.ts'
import { MOST_RECENT_USERS, type WidgetType, widgetData } from '#contract/insight/widgets.ts'
import { isObject } from '#model/paths.ts'

type Figures = Readonly<Record<string, number>>

export interface StatsAnswer {
  kind: 'stats'
  /** What came and is a number; a share of nothing is absent. */
  figures: Figures
  previous: Figures
  /** Of whole days: the day that was not over when the figures were taken is left out. */
  trend: readonly { date: string; count: number }[]
  range: DayRange | undefined
  /** What `previous` is of; undefined when the backend does not say. */
  compared: Compared | undefined
  /** The range ends on a day that was not over when the figures were taken. */
  isSoFar: boolean
}

export interface RecentUser {
  key: string
  /** '' when the backend keeps none. */
  id: string
  name: string
  createdAt: string
}

export interface UsersAnswer {
  kind: 'users'
  users: readonly RecentUser[]
}

export interface SystemAnswer {
  kind: 'system'
  /** '' when it was not said. */
  status: string
  uptime: number | undefined
  lastHour: number | undefined
  avgResponseTime: number | undefined
  databaseMs: number | undefined
  /** What the operator should mend. */
  warnings: readonly string[]
}

export type Answer = StatsAnswer | UsersAnswer | SystemAnswer

/** Of a backend that says more, the first are enough to act on. */
const MOST_WARNINGS = 5

const userSchema = widgetData.recentUsers.element
const trendSchema = widgetData.userStats.shape.trend.element
const boxSchema = z.object({
  range: z.object({ start: z.string(), end: z.string() }),
  timeZone: z.string(),
  asOf: z.string(),
})

/**
 * Reads a widget's answer, bare or under data, of this program or of a backend that knows only the keys of
 * the specification (WIRE-01, WIRE-02). Gives undefined when none of its keys came. Never throws.
 */
export function readWidget(type: WidgetType, body: unknown): Answer | undefined {
  // A box around the answer may have words of its own: {status: 'success', data: …}.
  const boxes = boxesOf(body).reverse()
  switch (type) {
    case 'recentUsers':
      return readUsers(boxes)
    case 'systemStatus':
      return readSystem(boxes)
    default:
      return readStats(widgetData[type], boxes, body)
  }
}

function readStats(
  schema: z.ZodObject,
  boxes: readonly unknown[],
  body: unknown,
): StatsAnswer | undefined {
  const { previous: _, trend: __, ...own } = schema.shape
  const box = boxWith(boxes, Object.keys(own))
  if (!box) return undefined
  const outer = isObject(body) ? tidyRow(boxSchema, body) : {}
  const today = readToday(outer.timeZone, outer.asOf)
  const range = readRange(outer.range)
  return {
    kind: 'stats',
    figures: readFigures(schema, box),
    previous: isObject(box.previous) ? readFigures(schema, box.previous) : {},
    trend: (Array.isArray(box.trend) ? box.trend : [])
      .flatMap(readPoint)
      .filter(({ date }) => date !== today),
    range,
    compared: isObject(body) ? readCompared(body.compared) : undefined,
    isSoFar: today !== undefined && range?.end === today,
  }
}

function readFigures(schema: z.ZodObject, box: Record<string, unknown>): Figures {
  const { previous: _, trend: __, ...known } = tidyRow(schema, box)
  const isFigure = (entry: [string, unknown]): entry is [string, number] => isAmount(entry[1])
  return Object.fromEntries(Object.entries(known).filter(isFigure))
}

function readPoint(value: unknown): StatsAnswer['trend'] {
  if (!isObject(value)) return []
  const { date, count } = tidyRow(trendSchema, value)
  return typeof date === 'string' && isDay(date) && isAmount(count) ? [{ date, count }] : []
}

/** The day on which the figures were taken; undefined when that was not said. */
function readToday(zone: unknown, asOf: unknown): Day | undefined {
  try {
    return dayIn(textAt(zone) || 'UTC', new Date(textAt(asOf)))
  } catch {
    return undefined
  }
}

function readUsers(boxes: readonly unknown[]): UsersAnswer | undefined {
  const lists = boxes.flatMap((box) => (isObject(box) ? [box.recentUsers, box.users] : [box]))
  const list = lists.find(Array.isArray)
  if (!list) return undefined
  const users = objectsAt(list).slice(0, MOST_RECENT_USERS).map(readUser)
  return { kind: 'users', users }
}

function readUser(value: Record<string, unknown>, index: number): RecentUser {
  const user = tidyRow(userSchema, { ...value, _id: value._id ?? value.id })
  const name = [user.firstName, user.lastName].map(textAt).filter(Boolean).join(' ')
  return {
    key: `${textAt(user._id)}:${index}`,
    id: textAt(user._id),
    name: name || textAt(value.name),
    createdAt: textAt(user.createdAt),
  }
}

function readSystem(boxes: readonly unknown[]): SystemAnswer | undefined {
  const box = boxWith(boxes, ['uptime', 'apiRequests']) ?? boxWith(boxes, ['status'])
  if (!box) return undefined
  const system = tidyRow(widgetData.systemStatus, box)
  const requests = isObject(system.apiRequests) ? system.apiRequests : {}
  const status = typeof box.status === 'string' ? box.status.trim() : ''
  if (!status && !('uptime' in box || 'apiRequests' in box)) return undefined
  return {
    kind: 'system',
    status: status.slice(0, 40),
    uptime: amountOf(system.uptime),
    lastHour: amountOf(requests.lastHour),
    avgResponseTime: amountOf(requests.avgResponseTime),
    databaseMs: amountOf(system.databaseMs),
    warnings: textsAt(box.warnings).slice(0, MOST_WARNINGS),
  }
}

/** The innermost box that holds one of the keys. */
function boxWith(
  boxes: readonly unknown[],
  keys: readonly string[],
): Record<string, unknown> | undefined {
  return boxes.filter(isObject).find((box) => keys.some((key) => Object.hasOwn(box, key)))
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function amountOf(value: unknown): number | undefined {
  return isAmount(value) ? value : undefined
}
