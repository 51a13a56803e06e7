import * as z from 'zod'

export const OVERVIEW_PATH = '/admin/system-overview'
/** The most entries of Recent Activity. */
export const MOST_ACTIVITY = 10

const activity = z.object({
  id: z.string(),
  /** Resource and action (mission_created), or a learner's event (mission_completed). */
  eventType: z.string(),
  timestamp: z.iso.datetime(),
  /** The author; null for writes without a signed-in user, such as sample data. */
  user: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  record: z.object({
    /** The name of its declaration: missions/templates. */
    resource: z.string(),
    id: z.string(),
    /** Its name after this write, or its current name for an event; '' when it was erased. */
    name: z.string(),
    /** False when it is deleted. */
    isLive: z.boolean(),
  }),
  /** How often the same user did it in a row; absent for once. The entry is the latest. */
  times: z.int().min(2).optional(),
  /** How many records one change affected; absent for one. `record` is one of them. */
  records: z.int().min(2).optional(),
})
export type Activity = z.output<typeof activity>

/** Absent when the caller may not read those records. */
const count = z.int().min(0).optional()
const counts = { users: count, missions: count, protocols: count, mentors: count }

/** GET /admin/system-overview. Specification section 7; `mentors` counts the active ones. */
export const systemOverview = z.object({
  counts: z.object(counts),
  /**
   * How many were created in the last `days` days, in the reporting time zone, including today and those deleted
   * since.
   */
  added: z.object({ days: z.int(), ...counts }).optional(),
  /** The latest first. */
  recentActivity: z.array(activity),
})
export type SystemOverview = z.output<typeof systemOverview>

export const NEEDS_PATH = '/admin/needs'
/** Counting needs stops here. */
export const MOST_NEEDED = 1000

const need = z.object({
  /** The name of the resource. */
  resource: z.string(),
  /** The name of the need in its declaration. */
  need: z.string(),
  count: z.int().min(0),
  /** There are more than `count`. */
  isMore: z.boolean(),
})
export type NeedCount = z.output<typeof need>

/** GET /admin/needs: the declared needs of resources that the caller may read, with their counts. */
export const needs = z.object({ needs: z.array(need) })
export type Needs = z.output<typeof needs>
