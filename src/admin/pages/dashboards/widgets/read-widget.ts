import * as z from 'zod'
import { numberAt, objectsAt, textAt, textsAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { normalizeRow } from '#admin/providers/adapters/normalize.ts'
import type { Compared } from '#contract/insight/compared.ts'
import { type DayRange, dayIn, isDay } from '#contract/insight/days.ts'
import {
  MOST_RECENT_USERS,
  type WidgetType,
  widgetData,
  widgetFrame,
} from '#contract/insight/widgets.ts'
import { getAt, isObject } from '#model/paths.ts'

type Figures = Readonly<Record<string, number>>

export interface StatsAnswer {
  kind: 'stats'
  /** Only numbers; a share of nothing is absent. */
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
  /** '' where none is known. */
  lastBackup: string
  /** What the operator should fix. */
  warnings: readonly string[]
}

type Answer = StatsAnswer | UsersAnswer | SystemAnswer

/**
 * Reads a widget's answer, bare or under data, of this program or of a backend that knows only the keys of
 * the specification. Gives undefined when none of its keys came.
 */
export function readWidget(type: WidgetType, body: unknown): Answer | undefined {
  if (type === 'recentUsers') return readUsers(unwrapEnvelope(body, 'recentUsers', 'users').at(-1))
  const data = unwrapEnvelope(body).at(-1)
  const { previous: _, trend: __, ...own } = { previous: 0, trend: 0, ...widgetData[type].shape }
  if (!isObject(data) || !Object.keys(own).some((key) => key in data)) return undefined
  return type === 'systemStatus' ? readSystem(data) : readStats(data, body)
}

const frameSchema = z.object(widgetFrame)

function readStats(data: Record<string, unknown>, body: unknown): StatsAnswer {
  // A backend of the specification alone has no frame: then nothing is said of days.
  const frame = frameSchema.safeParse(body).data
  const today = frame && dayIn(frame.timeZone, new Date(frame.asOf))
  return {
    kind: 'stats',
    figures: readFigures(data),
    previous: isObject(data.previous) ? readFigures(data.previous) : {},
    trend: objectsAt(data.trend).flatMap((point) => {
      const [date, count] = [textAt(point.date), amountAt(point.count)]
      return isDay(date) && date !== today && count !== undefined ? [{ date, count }] : []
    }),
    range: frame?.range,
    compared: frame?.compared,
    isSoFar: today !== undefined && frame?.range.end === today,
  }
}

function readFigures(data: object): Figures {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const amount = amountAt(value)
      return amount === undefined ? [] : [[key, amount]]
    }),
  )
}

function readUsers(list: unknown): UsersAnswer | undefined {
  if (!Array.isArray(list)) return undefined
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

function readSystem(data: Record<string, unknown>): SystemAnswer {
  return {
    kind: 'system',
    status: textAt(data.status),
    uptime: amountAt(data.uptime),
    lastHour: amountAt(getAt(data.apiRequests, 'lastHour')),
    avgResponseTime: amountAt(getAt(data.apiRequests, 'avgResponseTime')),
    lastBackup: textAt(data.lastBackup),
    warnings: textsAt(data.warnings),
  }
}

function amountAt(value: unknown): number | undefined {
  const number = numberAt(value)
  return number !== null && number >= 0 ? number : undefined
}
