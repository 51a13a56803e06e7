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

/** The keys of an event that name a record by id, with their resources. */
const NAMED = Object.entries({ user: 'users', ...SUBJECTS })

const EVENT = { $id: 'Event', ...bodySchema(eventSchema) }
/** The schema of a batch. The event has a named schema of its own. */
const BATCH = bodySchema(eventBatch)
const LIST = { ...propertiesOf(BATCH).events, items: { $ref: 'Event#' } }

/**
 * Registers the route that receives events of learners from the mobile app's backend. A batch is stored completely or
 * not at all.
 */
export function eventRoutes(app: FastifyInstance, { store, insight }: Context): void {
  app.addSchema(EVENT)

  app.post(
    EVENTS_PATH,
    {
      config: { access: 'events' },
      schema: {
        tags: ['Events'],
        operationId: 'sendEvents',
        summary: 'Send learner events',
        description:
          'For the backend of the mobile app, with an admin’s token or a token that may send events. Figures follow within seconds. A rejected batch changes nothing. If you get no response, send the same batch again: each id is stored once. The same id with another time is another event.',
        body: { ...BATCH, properties: { events: LIST } },
        response: { 202: { ...answerSchema(eventsAccepted), description: 'The batch was stored' } },
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

/** The schema of a batch with plausible times. */
const POSSIBLE = eventBatch.superRefine(({ events }, { addIssue }) => {
  const latest = Date.now() + CLOCK_TOLERANCE
  for (const [index, { timestamp }] of events.entries()) {
    const time = Date.parse(timestamp)
    const path = ['events', index, 'timestamp']
    const refuse = (message: string) => addIssue({ code: 'custom', path, message })
    if (Number.isNaN(time)) refuse('must be a date and time')
    if (time > latest) refuse('must not be in the future')
    if (time < EARLIEST_EVENT) refuse('must not be before the year 2000')
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

/** Throws 400 with a sentence for each id that no record has or had. Uses one query per kind. */
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

/** Returns an error with the first few sentences as message, and all in its fields. */
function refusal(errors: FieldErrors) {
  const sentences = Object.values(errors)
  const words = sentences.slice(0, 5)
  const more = sentences.length - words.length
  if (more > 0)
    words.push(plural(more, 'There is one more error.', `There are ${more} more errors.`))
  return invalid(words.join(' '), errors)
}
