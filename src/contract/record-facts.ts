// Facts beside a record on its page: where it is used, and how learners use it.
import * as z from 'zod'
import { TELLING_EVENTS } from './events.ts'

/** Maximum number of named records of a use. */
export const MOST_NAMED = 20

/** The lists of learners' facts. A mission, protocol or mentor has its `learners`, a user has the others. */
export const PEOPLE_PARTS = [
  'learners',
  'timeline',
  'missions',
  'protocols',
  'mentors',
  'sessions',
] as const
export type PeoplePart = (typeof PEOPLE_PARTS)[number]

export const LINE_STATES = ['open', 'completed'] as const
export type LineState = (typeof LINE_STATES)[number]

const count = z.int().min(0)

/** Counts people as analytics does: deleted users are included. */
const peopleCount = z.object({
  total: count,
  open: count.optional().describe('Those not completed; absent if they cannot be completed'),
})
export type PeopleCount = z.output<typeof peopleCount>

const named = z.object({ _id: z.string(), name: z.string() })

const use = z.object({
  resource: z.string().optional().describe('Absent for records of another program'),
  path: z.string().optional().describe('The path of the reference, if there is only one'),
  label: z.object({ one: z.string(), many: z.string() }),
  total: count.describe('How many records of this resource use it'),
  records: z.array(named).describe(`The first ${MOST_NAMED} of them`),
  query: z.string().optional().describe('The query of the list with all of them'),
})
export type Use = z.output<typeof use>

/** GET <path>/{id}/uses */
export const usesAnswer = z.object({
  uses: z.array(use),
  hasOthers: z.boolean().describe('Records that the caller may not read also use it'),
  people: z
    .object(
      Object.fromEntries(PEOPLE_PARTS.map((part) => [part, peopleCount.optional()])) as Record<
        PeoplePart,
        z.ZodOptional<typeof peopleCount>
      >,
    )
    .optional()
    .describe('How learners use it; absent for resources without learner facts'),
  signIns: count
    .optional()
    .describe(
      'Live sessions of a user. They end when the role or status changes. Present if the caller may change it',
    ),
})
export type UsesAnswer = z.output<typeof usesAnswer>

/** GET <path>/uses?ids=…: the counts for a page of a list. */
export const useCountsAnswer = z.object({
  counts: z.array(
    z.object({
      _id: z.string(),
      uses: z
        .record(z.string(), count)
        .describe('The number of readable records that use it, by resource name'),
      learners: count
        .optional()
        .describe('How often it was assigned; absent for resources without learner facts'),
    }),
  ),
})
export type UseCountsAnswer = z.output<typeof useCountsAnswer>

const line = z.object({
  what: z.enum(TELLING_EVENTS).optional().describe('What happened; only on a timeline'),
  record: named
    .extend({
      resource: z.string(),
      isLive: z.boolean().describe('False if it is deleted'),
    })
    .optional()
    .describe("The user or record concerned; its name is '' if it was erased"),
  at: z.iso.datetime().describe('When it was assigned, started or happened'),
  state: z.enum(LINE_STATES).optional(),
  progress: z.int().min(0).max(100).optional().describe('Percent'),
  endedAt: z.iso.datetime().optional().describe('When it was completed, or the session ended'),
  rating: z.int().min(1).max(5).optional().describe("Stars of the learner's review"),
})
export type PeopleLine = z.output<typeof line>

/** GET <path>/{id}/people: the latest first. */
export const peopleAnswer = z.object({
  lines: z.array(line),
  pagination: z.object({ page: z.int(), limit: z.int(), total: count }),
})
export type PeopleAnswer = z.output<typeof peopleAnswer>
