import * as z from 'zod'
import { requiredText } from '#model/schema.ts'

export const EVENTS_PATH = '/events'
/** The most events of a batch. */
export const MOST_EVENTS = 1000
/** How far an event may be ahead of the server's clock, in milliseconds. */
export const CLOCK_TOLERANCE = 5 * 60_000
/** Earliest accepted time of an event. */
export const EARLIEST_EVENT = Date.UTC(2000, 0, 1)

/** Effect of each event besides 'active on that day'. A test checks each line. */
export const EVENT_FACTS = {
  user_signed_in: 'Sets the last login of the user, unless a later one is known.',
  session_started: 'Begins the app session; of several starts of one session the earliest counts.',
  session_ended: 'Ends the app session; of several ends of one session the latest counts.',
  feature_used: 'Counts one use of the feature on that day.',
  mission_assigned:
    'Assigns the mission to the user. A mission is assigned to a user once: the earliest event counts.',
  mission_progressed:
    'Raises the progress of the assignment, in percent; progress never falls. Assigns the mission if nothing did before.',
  mission_completed:
    'Completes the assignment (progress 100); the earliest completion counts. Assigns the mission if nothing did before.',
  protocol_enrolled: 'Enrols the user in the protocol, once: the earliest event counts.',
  protocol_progressed:
    'Raises the progress of the enrolment, in percent; progress never falls. Enrols if nothing did before.',
  protocol_completed:
    'Completes the enrolment (progress 100); the earliest completion counts. Enrols if nothing did before.',
  mentor_assigned: 'Assigns the mentor to the user, once: the earliest event counts.',
  mentor_reviewed:
    'Stores the review. Each user has one review of a mentor, the latest; the rating of a mentor with reviews is their mean, to one decimal.',
} as const
export type EventType = keyof typeof EVENT_FACTS

const id = z.guid().toLowerCase()
const percent = z.int().min(0).max(100)

const event = <T extends EventType, Shape extends z.ZodRawShape>(eventType: T, shape: Shape) =>
  z
    .object({
      eventType: z.literal(eventType),
      id: id.describe(
        'Created by the sender. An event sent again with the same id and time is stored once',
      ),
      user: id.describe('The id of the user who did it'),
      timestamp: z.iso
        .datetime({ offset: true })
        .describe('When it happened: from the year 2000 on, and not in the future'),
      ...shape,
    })
    .describe(EVENT_FACTS[eventType])

const session = { session: id.describe('The id of the app session, created by the sender') }
const mission = { mission: id.describe('The id of the mission') }
const protocol = { protocol: id.describe('The id of the protocol') }
const mentor = { mentor: id.describe('The id of the mentor') }
const progress = { progress: percent.describe('Progress in percent') }

/** The events that the mobile app's backend sends. Each makes its user active on its day; see EVENT_FACTS. */
export const eventSchema = z.discriminatedUnion('eventType', [
  event('user_signed_in', {}),
  event('session_started', session),
  event('session_ended', session),
  event('feature_used', {
    feature: requiredText(60).describe('The name of the feature in the app'),
  }),
  event('mission_assigned', mission),
  event('mission_progressed', { ...mission, ...progress }),
  event('mission_completed', mission),
  event('protocol_enrolled', protocol),
  event('protocol_progressed', { ...protocol, ...progress }),
  event('protocol_completed', protocol),
  event('mentor_assigned', mentor),
  event('mentor_reviewed', {
    ...mentor,
    rating: z.int().min(1).max(5).describe('Stars'),
  }),
])

export type LearnerEvent = z.output<typeof eventSchema>

/** The resources that events can name, by their key in the event. */
export const SUBJECTS = {
  mission: 'missions/templates',
  protocol: 'protocols/templates',
  mentor: 'mentors',
} as const
export type SubjectKind = keyof typeof SUBJECTS
export const SUBJECT_KINDS = Object.keys(SUBJECTS) as SubjectKind[]

/** Returns the event types that name a subject of this kind. */
export function typesAbout(kind: SubjectKind): EventType[] {
  return eventSchema.options.flatMap(({ shape }) => (kind in shape ? shape.eventType.value : []))
}

/** Returns the kind of subject that an event type names, if any. */
export function subjectOf(type: EventType): SubjectKind | undefined {
  return SUBJECT_KINDS.find((kind) => typesAbout(kind).includes(type))
}

/** POST /events. A batch is accepted as a whole or not at all. */
export const eventBatch = z
  .object({
    events: z
      .array(eventSchema)
      .min(1, 'needs at least one event')
      .max(MOST_EVENTS, `may hold at most ${MOST_EVENTS} events`),
  })
  .meta({
    examples: [
      {
        events: [
          {
            eventType: 'mission_completed',
            id: '019a9f2c-7d41-7c55-9a11-0c5f4d2e8b01',
            user: '019a9f2b-11d0-7a02-8f6e-5b3a9c7d1e02',
            timestamp: '2026-11-20T08:30:00Z',
            mission: '019a9f2b-2c93-7f4d-b2a8-7e6d5c4b3a03',
          },
        ],
      },
    ],
  })

/** The response of POST /events: the size of the batch, including events that were sent before. */
export const eventsAccepted = z.object({ accepted: z.int().min(1).max(MOST_EVENTS) })

/** The events that Recent Activity shows. */
export const TELLING_EVENTS = [
  'mission_assigned',
  'mission_completed',
  'protocol_enrolled',
  'protocol_completed',
  'mentor_assigned',
  'mentor_reviewed',
] as const satisfies readonly EventType[]
export type TellingEvent = (typeof TELLING_EVENTS)[number]
