import { numberAt, objectsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { normalizeRow } from '#admin/providers/adapters/normalize.ts'
import { readCompared, readRange } from '#admin/providers/adapters/read-range.ts'
import type { Compared } from '#contract/insight/compared.ts'
import { type Day, type DayRange, dayIn, isDay } from '#contract/insight/days.ts'
import { MOST_RECENT_USERS, type WidgetType, widgetData } from '#contract/insight/widgets.ts'
import { getAt, isObject } from '#model/paths.ts'

type Figures = Readonly<Record<string, number>>
type Box = Record<string, unknown>

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

export interface UsersAnswer {
  kind: 'users'
  /** An id is '' when the backend keeps none. */
  users: readonly { key: string; id: string; name: string; createdAt: string }[]
}

export interface SystemAnswer {
  kind: 'system'
  /** '' when it was not said. */
  status: string
  uptime: number | undefined
  lastHour: number | undefined
  avgResponseTime: number | undefined
  /** '' where none is known of. */
  lastBackup: string
  /** What the operator should mend. */
  warnings: readonly string[]
}

export type Answer = StatsAnswer | UsersAnswer | SystemAnswer

/** Of a backend that says more, the first are enough to act on. */
const MOST_WARNINGS = 5

/**
 * Reads a widget's answer, bare or under data, of this program or of a backend that knows only the keys of
 * the specification (WIRE-01, WIRE-02). Gives undefined when none of its keys came. Never throws.
 */
export function readWidget(type: WidgetType, body: unknown): Answer | undefined {
  // A box around the answer may have words of its own: {status: 'success', data: …}.
  const boxes = unwrapEnvelope(body).reverse()
  if (type === 'recentUsers') return readUsers(boxes)
  if (type === 'systemStatus') return readSystem(boxes)
  const { previous: _, trend: __, ...own } = widgetData[type].shape
  const box = boxWith(boxes, Object.keys(own))
  return box && readStats(box, body)
}

function readStats(box: Box, body: unknown): StatsAnswer {
  const today = readToday(textAt(getAt(body, 'timeZone')), textAt(getAt(body, 'asOf')))
  const range = readRange(getAt(body, 'range'))
  return {
    kind: 'stats',
    figures: readFigures(box),
    previous: isObject(box.previous) ? readFigures(box.previous) : {},
    trend: objectsAt(box.trend).flatMap((point) => {
      const [date, count] = [textAt(point.date), amountAt(point.count)]
      return isDay(date) && date !== today && count !== undefined ? [{ date, count }] : []
    }),
    range,
    compared: readCompared(getAt(body, 'compared')),
    isSoFar: today !== undefined && range?.end === today,
  }
}

function readFigures(box: Box): Figures {
  return Object.fromEntries(
    Object.entries(box).flatMap(([key, value]) => {
      const amount = amountAt(value)
      return amount === undefined ? [] : [[key, amount]]
    }),
  )
}

/** The day on which the figures were taken; undefined when that was not said. */
function readToday(zone: string, asOf: string): Day | undefined {
  try {
    return dayIn(zone || 'UTC', new Date(asOf))
  } catch {
    return undefined
  }
}

function readUsers(boxes: readonly unknown[]): UsersAnswer | undefined {
  const lists = boxes.flatMap((box) => (isObject(box) ? [box.recentUsers, box.users] : [box]))
  const list = lists.find(Array.isArray)
  if (!list) return undefined
  const users = objectsAt(list).slice(0, MOST_RECENT_USERS)
  return {
    kind: 'users',
    users: users.map((value, index) => {
      const user = normalizeRow(widgetData.recentUsers.element, value)
      const id = textAt(user._id ?? user.id)
      const name = [user.firstName, user.lastName].map(textAt).filter(Boolean).join(' ')
      const createdAt = textAt(user.createdAt)
      return { key: `${id}:${index}`, id, name: name || textAt(user.name), createdAt }
    }),
  }
}

function readSystem(boxes: readonly unknown[]): SystemAnswer | undefined {
  const box = boxWith(boxes, ['uptime', 'apiRequests']) ?? boxWith(boxes, ['status'])
  if (!box) return undefined
  const status = typeof box.status === 'string' ? box.status.trim() : ''
  if (!status && !('uptime' in box || 'apiRequests' in box)) return undefined
  return {
    kind: 'system',
    status: status.slice(0, 40),
    uptime: amountAt(box.uptime),
    lastHour: amountAt(getAt(box.apiRequests, 'lastHour')),
    avgResponseTime: amountAt(getAt(box.apiRequests, 'avgResponseTime')),
    lastBackup: textAt(box.lastBackup),
    warnings: textsAt(box.warnings).slice(0, MOST_WARNINGS),
  }
}

/** The innermost box that holds one of the keys. */
function boxWith(boxes: readonly unknown[], keys: readonly string[]): Box | undefined {
  return boxes.filter(isObject).find((box) => keys.some((key) => Object.hasOwn(box, key)))
}

function amountAt(value: unknown): number | undefined {
  const number = numberAt(value)
  return number !== null && number >= 0 ? number : undefined
}
