// No zod in here: the console's lists carry it (record-facts.ts says what is answered).

/** How many of the records that use another are named. */
export const MOST_NAMED = 20

/**
 * What the facts of learners tell: of a mission, protocol or mentor its `learners`, of a user all the others. An
 * answer holds those that its resource has.
 */
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
