import type { Resource } from '#model/resource.ts'
import { everyUser } from '#server/events/user-tables.ts'
import { type Assignments, assignedUntil, assignments, type Kind } from './assignment-figures.ts'
import { countBy, progressUntil, type UserDays, userDays } from './counters.ts'
import type { Stretch } from './cut.ts'
import type { Reader } from './figure-reader.ts'
import { type ActivePeople, activePeople, retention } from './people-figures.ts'
import { mean, percent, sum } from './sums.ts'

/*
 * The figures of a range, and of what it is compared with. Widgets, analytics and exports take them from here, so
 * that a figure is the same wherever it is shown.
 */

/** The days that figures are of, and those that they are compared with. */
export interface Asked {
  range: Stretch
  before: Stretch
}

/** The same of both. */
export interface Both<T> {
  now: T
  before: T
}

export type Stats = ReturnType<typeof createStats>

export function createStats({
  reader,
  registry,
}: {
  reader: Reader
  registry: readonly Resource[]
}) {
  const users = everyUser(registry)
  async function both<T>(
    { range, before }: Asked,
    read: (days: Stretch) => Promise<T>,
  ): Promise<Both<T>> {
    const [now, then] = await Promise.all([read(range), read(before)])
    return { now, before: then }
  }
  return {
    people: (asked: Asked) => both(asked, (days) => activePeople(reader, days)),
    accounts: (asked: Asked) => both(asked, (days) => userDays(reader, users, days)),
    assigned: (kind: Kind, asked: Asked) => both(asked, (days) => assignments(reader, kind, days)),
    retention: (asked: Asked) => both(asked, (days) => retention(reader, days)),
    uses: (metric: 'session' | 'feature', asked: Asked) =>
      both(asked, (days) => countBy(reader, metric, days)),
    /** The average progress of all enrolments at the end of each day. */
    progress: (asked: Asked) =>
      both(asked, async (days) => {
        const [points, enrolled] = await Promise.all([
          progressUntil(reader, days),
          assignedUntil(reader, 'protocol', days),
        ])
        return points.map((one, at) => mean(one, enrolled[at] ?? 0))
      }),
  }
}

/** What `read` makes of a range, beside what it makes of the period before. */
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
