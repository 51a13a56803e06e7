import { daysOf } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import { everyUser } from '#server/events/user-tables.ts'
import { type Assignments, assignedUntil, assignments, type Kind } from './assignment-figures.ts'
import {
  asAt,
  type FigurePeriod,
  latePoints,
  lateUsers,
  lateUses,
  type PartialDay,
  sessionsByThen,
} from './partial-day.ts'
import { type ActivePeople, activePeople, retention } from './people-figures.ts'
import { mean, percent, type ReadRows, runningSums, sum } from './sums.ts'

/*
 * The figures of a period, and of the one it is compared with. Widgets, analytics and exports share them, so a figure
 * is the same everywhere.
 */

/** The days of the figures, and the days they are compared with. */
export interface Asked {
  range: FigurePeriod
  before: FigurePeriod
}

/** A value for the range and for the range before it. */
export interface Both<T> {
  now: T
  before: T
}

export type Stats = ReturnType<typeof createStats>

export function createStats({ read, registry }: { read: ReadRows; registry: readonly Resource[] }) {
  const users = everyUser(registry)
  async function both<T>(
    { range, before }: Asked,
    figure: (days: FigurePeriod) => Promise<T>,
  ): Promise<Both<T>> {
    const [now, then] = await Promise.all([figure(range), figure(before)])
    return { now, before: then }
  }
  return {
    people: (asked: Asked) => both(asked, (days) => activePeople(read, days)),
    accounts: (asked: Asked) => both(asked, (days) => userDays(read, users, days)),
    assigned: (kind: Kind, asked: Asked) => both(asked, (days) => assignments(read, kind, days)),
    retention: (asked: Asked) => both(asked, (days) => retention(read, days)),
    uses: (metric: 'session' | 'feature', asked: Asked) =>
      both(asked, (days) => countBy(read, metric, days)),
    /** The average progress of all enrolments at the end of each day. */
    progress: (asked: Asked) =>
      both(asked, async (days) => {
        const [points, enrolled] = await Promise.all([
          progressUntil(read, days),
          assignedUntil(read, 'protocol', days),
        ])
        return points.map((one, at) => mean(one, enrolled[at] ?? 0))
      }),
  }
}

/** Returns what `read` makes of a range, beside what it makes of the period before. */
export function withPrevious<T, R extends object>({ now, before }: Both<T>, read: (one: T) => R) {
  return { ...read(now), previous: read(before) }
}

export function accountFigures({ totals, created }: UserDays) {
  return { totalUsers: totals.at(-1) ?? 0, newUsers: sum(created) }
}

export function activeFigures({ inRange }: ActivePeople) {
  return { activeUsers: inRange }
}

export function assignedFigures({ inRange: { assigned, completed } }: Assignments) {
  return { totalAssigned: assigned, totalCompleted: completed }
}

export function missionFigures(those: Assignments) {
  const { totalAssigned, totalCompleted } = assignedFigures(those)
  return {
    totalAssigned,
    totalCompleted,
    completionRate: percent(totalCompleted, totalAssigned),
  }
}

/* Counters of days, off `daily`. */

const CHANGES = { session: sessionsByThen, feature: lateUses } as const

const byDimension = (metric: keyof typeof CHANGES, partialDay: PartialDay | undefined) => `
  select dim, sum(n)::bigint as n
  from ${asAt('daily', partialDay, CHANGES[metric])} where metric = $1 and day between $2::date and $3::date
  group by dim having sum(n) > 0`

/** How often each kind of a counter occurred in the range. */
async function countBy(
  read: ReadRows,
  metric: keyof typeof CHANGES,
  range: FigurePeriod,
): Promise<Map<string, number>> {
  return toMap(await read(byDimension(metric, range.partialDay), [metric, range.start, range.end]))
}

const living = (users: string, partialDay: PartialDay | undefined) => `
  select dim, sum(n)::bigint as n
  from ${asAt('user_counters', partialDay, (at) => lateUsers(users, at))} where metric = 'living' and day <= $1::date
  group by dim having sum(n) > 0`

/** The users that exist now and were created until the end of the range, by segment. */
export async function livingBySegment(
  read: ReadRows,
  users: string,
  { end, partialDay }: FigurePeriod,
): Promise<Map<string, number>> {
  return toMap(await read(living(users, partialDay), [end]))
}

function toMap(rows: readonly { dim: string; n: number }[]): Map<string, number> {
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

const byDay = (users: string, partialDay: PartialDay | undefined) => `
  select metric, greatest(day - $1::date, -1) as at, sum(n)::bigint as n
  from ${asAt('user_counters', partialDay, (at) => lateUsers(users, at))} where metric in ('created', 'deleted') and day <= $2::date
  group by 1, 2`

export interface UserDays {
  /** Accounts that existed at the end of each day of the range. */
  totals: number[]
  /** Accounts created on each day of the range. */
  created: number[]
}

/** How many users there were and became, day by day. */
export async function userDays(
  read: ReadRows,
  users: string,
  range: FigurePeriod,
): Promise<UserDays> {
  const rows = await read<{ metric: string; at: number; n: number }>(
    byDay(users, range.partialDay),
    [range.start, range.end],
  )
  const of = (metric: string) => rows.filter((row) => row.metric === metric)
  const created = new Map(of('created').map(({ at, n }) => [at, n]))
  const deleted = new Map(of('deleted').map(({ at, n }) => [at, n]))
  let total = (created.get(-1) ?? 0) - (deleted.get(-1) ?? 0)
  const totals = daysOf(range).map((_, at) => {
    total += (created.get(at) ?? 0) - (deleted.get(at) ?? 0)
    return total
  })
  return { totals, created: daysOf(range).map((_, at) => created.get(at) ?? 0) }
}

const points = (partialDay: PartialDay | undefined) => `
  select greatest(day - $1::date, -1) as at, sum(amount)::bigint as n
  from ${asAt('daily', partialDay, latePoints)} where metric = 'progress' and day <= $2::date
  group by 1`

/** The percent points of all protocol enrolments together, by the end of each day of the range. */
async function progressUntil(read: ReadRows, range: FigurePeriod): Promise<number[]> {
  const rows = await read<{ at: number; n: number }>(points(range.partialDay), [
    range.start,
    range.end,
  ])
  return runningSums(new Map(rows.map(({ at, n }) => [at, n])), range)
}
