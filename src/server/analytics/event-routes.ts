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
import { withoutExcess } from '#model/validate.ts'
import { explainIssues, type FieldErrors, humanise, plural } from '#model/words.ts'
import { tokenIdOf } from '#server/http/authorise.ts'
import { answerSchema, bodySchema, propertiesOf } from '#server/http/json-schema.ts'
import { invalid } from '#server/http/refusal.ts'
import type { References } from '#server/records/references.ts'
import type { Context } from '#server/services.ts'

/** The kinds of records that an event names by id, with their resources. */
const NAMED = Object.entries({ user: 'users', ...SUBJECTS })

const EVENT = { $id: 'Event', ...bodySchema(eventSchema) }
/** The batch, with the event as a schema of its own name. */
const BATCH = bodySchema(eventBatch)
const LIST = { ...propertiesOf(BATCH).events, items: { $ref: 'Event#' } }

/** Takes events of learners from the mobile app's backend. A batch is stored as a whole or not at all. */
export function eventRoutes(app: FastifyInstance, { store, insight }: Context): void {
  app.addSchema(EVENT)

  app.post(
    EVENTS_PATH,
    {
      config: { access: 'events' },
      schema: {
        tags: ['Events'],
        operationId: 'sendEvents',
        summary: 'Send events of learners',
        description:
          'For the backend of the mobile app, with an admin’s token or one that may send events. Figures follow within seconds. A refused batch changes nothing. A batch without an answer can be sent again unchanged, because each id is stored once. An id with another time is another event.',
        body: { ...BATCH, properties: { events: LIST } },
        response: { 202: { ...answerSchema(eventsAccepted), description: 'The batch is stored' } },
      },
    },
    async (request, reply) => {
      const events = parse(request.body)
      await refuseUnknown(store.references, events)
      await insight.facts.accept(events, tokenIdOf(request))
      return reply.code(202).send({ accepted: events.length })
    },
  )
}

/** The batch with times that a clock can have shown. */
const POSSIBLE = eventBatch.superRefine(({ events }, { addIssue }) => {
  const latest = Date.now() + CLOCK_TOLERANCE
  for (const [index, { timestamp }] of events.entries()) {
    const time = Date.parse(timestamp)
    const path = ['events', index, 'timestamp']
    const refuse = (message: string) => addIssue({ code: 'custom', path, message })
    if (Number.isNaN(time)) refuse('is not a time')
    if (time > latest) refuse('lies in the future')
    if (time < EARLIEST_EVENT) refuse('lies before the year 2000')
  }
})

/** Returns the events with their times in UTC, to the millisecond. Throws 400. */
function parse(body: unknown): LearnerEvent[] {
  const { success, data, error } = POSSIBLE.safeParse(withoutExcess(eventBatch, body))
  const label = (path: string) =>
    path === 'events' ? 'The list of events' : humanise(path) || 'The body'
  if (!success) throw refusal(explainIssues(error.issues, body, label))
  return data.events.map((event) => ({
    ...event,
    timestamp: new Date(event.timestamp).toISOString(),
  }))
}

/** Throws 400 with a sentence for each id that no record has or had. One query for each kind that occurs. */
async function refuseUnknown(references: References, events: readonly object[]): Promise<void> {
  const errors = await Promise.all(
    NAMED.map(async ([kind, resource]) => {
      const ids: (string | undefined)[] = events.map((event) => Object(event)[kind])
      const asked = new Set(ids.filter((id) => id !== undefined))
      if (asked.size === 0) return []
      const known = await references.known(resource, [...asked])
      return ids.flatMap((id, index) => {
        const path = `events.${index}.${kind}`
        return !id || known.has(id) ? [] : [[path, `${humanise(path)} does not exist.`] as const]
      })
    }),
  )
  if (errors.some((some) => some.length > 0)) throw refusal(Object.fromEntries(errors.flat()))
}

/** The error says the first few sentences. Its fields hold all. */
function refusal(errors: FieldErrors) {
  const sentences = Object.values(errors)
  const words = sentences.slice(0, 5)
  const more = sentences.length - words.length
  if (more > 0) words.push(plural(more, 'One more is wrong.', `${more} more are wrong.`))
  return invalid(words.join(' '), errors)
}
