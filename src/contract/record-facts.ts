// Facts beside a record on its page: where it is used, and how learners use it.
import * as z from 'zod'
import { TELLING_EVENTS } from './events.ts'

/** How many of the records that use another are named. */
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
  open: count
    .optional()
    .describe('Of these not completed; absent where nothing is to be completed'),
})
export type PeopleCount = z.output<typeof peopleCount>

const named = z.object({ _id: z.string(), name: z.string() })

const use = z.object({
  resource: z.string().optional().describe('Absent where only another program knows what it is'),
  path: z.string().optional().describe('Where they refer to it, when there is one such place'),
  label: z.object({ one: z.string(), many: z.string() }),
  total: count.describe('How many records of this resource use it'),
  records: z.array(named).describe(`The first ${MOST_NAMED} of them`),
  query: z.string().optional().describe('The query by which their list shows them all'),
})
export type Use = z.output<typeof use>

/** GET <path>/{id}/uses */
export const usesAnswer = z.object({
  uses: z.array(use),
  hasOthers: z.boolean().describe('It is used by records, too, that the caller may not read'),
  people: z
    .object(
      Object.fromEntries(PEOPLE_PARTS.map((part) => [part, peopleCount.optional()])) as Record<
        PeoplePart,
        z.ZodOptional<typeof peopleCount>
      >,
    )
    .optional()
    .describe('What learners do with it; absent where the facts know nothing of such records'),
  signIns: count
    .optional()
    .describe(
      'Live sessions of a user, which end when the role or the status changes; told to those who may change it',
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
        .describe(
          'How many records of each resource use it, by its name; of those that the caller may read',
        ),
      learners: count
        .optional()
        .describe('How often it was assigned; absent where the facts know nothing of such records'),
    }),
  ),
})
export type UseCountsAnswer = z.output<typeof useCountsAnswer>

const line = z.object({
  what: z.enum(TELLING_EVENTS).optional().describe('What happened; on a timeline alone'),
  record: named
    .extend({
      resource: z.string(),
      isLive: z.boolean().describe('False for one that is deleted by now'),
    })
    .optional()
    .describe("Who it is about, or what; the name of one that is gone for good is ''"),
  at: z.iso.datetime().describe('When it was assigned, begun or happened'),
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
