import type { FastifyInstance } from 'fastify'
import {
  CLOCK_TOLERANCE,
  EARLIEST_EVENT,
  EVENTS_PATH,
  eventBatch,
  eventSchema,
  eventsAccepted,
  type LearnerEvent,
  SUBJECTS,
} from '#contract/events.ts'
import { withoutExcess } from '#model/excess.ts'
import { plural } from '#model/plural.ts'
import { explainIssues, type FieldErrors, humanise } from '#model/words.ts'
import { tokenIdOf } from '#server/http/authorise.ts'
import { answerSchema, bodySchema, propertiesOf } from '#server/http/json-schema.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import type { References } from '#server/records/references.ts'

/** What an event names by id, and where records of that kind are. */
const NAMED = { user: 'users', ...SUBJECTS } as const
type Kind = keyof typeof NAMED
const KINDS = Object.keys(NAMED) as Kind[]

const EVENT = { $id: 'Event', ...bodySchema(eventSchema) }
/** The batch, with the event as a schema of its own name. */
const BATCH = bodySchema(eventBatch)
const LIST = { ...propertiesOf(BATCH).events, items: { $ref: 'Event#' } }

/** Sentences that a refusal says at most; its fields hold all. */
const MOST_SENTENCES = 5

/** What learners did, as the mobile app's backend tells it: all of a batch is kept, or nothing. */
export function eventRoutes(app: FastifyInstance, { store, insight }: Context): void {
  app.addSchema(EVENT)

  app.post(
    EVENTS_PATH,
    {
      config: { access: 'events' },
      schema: {
        tags: ['Events'],
        operationId: 'sendEvents',
        summary: 'Tell what learners did',
        description:
          'For the backend of the mobile app, with an admin’s token or one that may send events. Figures follow within seconds. A batch that was refused changed nothing; one without an answer may be sent again as it was, since each id is stored once; an id with another time is another event.',
        body: { ...BATCH, properties: { events: LIST } },
        response: { 202: { ...answerSchema(eventsAccepted), description: 'The batch is kept' } },
      },
    },
    async (request, reply) => {
      const events = inTime(parse(request.body))
      refuse(await unknownRecords(store.references, events))
      await insight.facts.accept(events, tokenIdOf(request))
      return reply.code(202).send({ accepted: events.length })
    },
  )
}

function parse(body: unknown): LearnerEvent[] {
  const parsed = eventBatch.safeParse(withoutExcess(eventBatch, body))
  if (parsed.success) return parsed.data.events
  const label = (path: string) =>
    path === 'events' ? 'The list of events' : humanise(path) || 'The body'
  throw refusal(explainIssues(parsed.error.issues, body, label))
}

/** The events with their times in UTC, to the millisecond. Throws 400 for times that no clock can have shown. */
function inTime(events: readonly LearnerEvent[]): LearnerEvent[] {
  const latest = Date.now() + CLOCK_TOLERANCE
  const times = events.map(({ timestamp }) => Date.parse(timestamp))
  refuse(
    Object.fromEntries(
      times.flatMap((time, index) => {
        const words = faultOf(time, latest)
        const path = `events.${index}.timestamp`
        return words ? [[path, `${humanise(path)} ${words}.`]] : []
      }),
    ),
  )
  return events.map((event, index) => ({
    ...event,
    timestamp: new Date(times[index] ?? 0).toISOString(),
  }))
}

function faultOf(time: number, latest: number): string | undefined {
  if (Number.isNaN(time)) return 'is not a time'
  if (time > latest) return 'lies in the future'
  if (time < EARLIEST_EVENT) return 'lies before the year 2000'
  return undefined
}

/** A sentence at each id that no record has or had: one query for each kind that occurs. */
async function unknownRecords(
  references: References,
  events: readonly LearnerEvent[],
): Promise<FieldErrors> {
  const errors = await Promise.all(
    KINDS.map(async (kind) => {
      const named = events.flatMap((event, index) => {
        const id = idIn(event, kind)
        return id === undefined ? [] : [{ id, path: `events.${index}.${kind}` }]
      })
      if (named.length === 0) return []
      const known = await references.known(NAMED[kind], [...new Set(named.map(({ id }) => id))])
      return named
        .filter(({ id }) => !known.has(id))
        .map(({ path }) => [path, `${humanise(path)} does not exist.`] as const)
    }),
  )
  return Object.fromEntries(errors.flat())
}

function idIn(event: LearnerEvent, kind: Kind): string | undefined {
  const ids: Partial<Record<Kind, string>> = event
  return ids[kind]
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw refusal(errors)
}

function refusal(errors: FieldErrors) {
  const sentences = Object.values(errors)
  const more = sentences.length - MOST_SENTENCES
  const words = sentences.slice(0, MOST_SENTENCES)
  if (more > 0) words.push(plural(more, 'One more is wrong.', `${more} more are wrong.`))
  return invalid(words.join(' '), errors)
}
