import * as z from 'zod'

/** How many entries Recent Activity has at most (HOME-02). */
export const MOST_ACTIVITY = 10

const person = z.object({ firstName: z.string(), lastName: z.string() })

const recordName = z.object({
  /** The name of the resource's declaration: missions/templates. */
  resource: z.string(),
  id: z.string(),
  /** What the record was called after this write, or is called now for an event; '' when it is gone for good. */
  name: z.string(),
  /** False for one that is deleted by now. */
  isLive: z.boolean(),
})

const activity = z.object({
  id: z.string(),
  /** Entity and action: mission_created, career_field_updated; or a learner's event: mission_completed. */
  eventType: z.string(),
  timestamp: z.iso.datetime(),
  /** Who did it; null for what nobody signed in for, like sample data. */
  user: person.nullable(),
  record: recordName,
  /** So often in a row, by the same person; absent of what was done once. The entry is the latest of them. */
  times: z.int().min(2).optional(),
  /** One change did this to so many records; absent of one. `record` is one of them. */
  records: z.int().min(2).optional(),
})

/** Left out where whoever asks may not read those records. */
const count = z.int().min(0).optional()

/** GET /admin/system-overview. Specification section 7; `mentors` counts the active ones (HOME-01). */
export const systemOverview = z.object({
  counts: z.object({
    users: count,
    missions: count,
    protocols: count,
    mentors: count,
  }),
  /**
   * How many of them were created in the last `days` days of the reporting time zone, today included, deleted since
   * or not; as newUsers of the same days.
   */
  added: z
    .object({ days: z.int(), users: count, missions: count, protocols: count, mentors: count })
    .optional(),
  /** The latest first. */
  recentActivity: z.array(activity),
})

export type SystemOverview = z.output<typeof systemOverview>
export type Activity = z.output<typeof activity>
export const OVERVIEW_PATH = '/admin/system-overview'
