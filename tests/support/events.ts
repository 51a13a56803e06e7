import { randomUUID } from 'node:crypto'
import { EVENTS_PATH, type LearnerEvent } from '#contract/events.ts'
import type { Answer, CallOptions, TestApp } from './app.ts'
import { catalogueOf, MENTORS, mentorOf, PROTOCOLS } from './catalogue.ts'

type Told = LearnerEvent extends infer One
  ? One extends LearnerEvent
    ? Omit<One, 'id' | 'user' | 'timestamp'> & Partial<Pick<One, 'id' | 'timestamp'>>
    : never
  : never

/** The ids of one user, mission, protocol and mentor that events can be about. */
export async function subjectsOf(server: TestApp) {
  const catalogue = catalogueOf(server)
  return {
    user: (await server.user()).id,
    mission: await catalogue.addMission('Read a job advert'),
    protocol: String((await catalogue.add(PROTOCOLS, { title: 'First steps' }))._id),
    mentor: await addMentor(server),
  }
}

/** Gives the id of a mentor who stands in a career field of their own. */
async function addMentor(server: TestApp): Promise<string> {
  const catalogue = catalogueOf(server)
  const careerFields = [await catalogue.addField(`Field ${randomUUID()}`)]
  return String((await catalogue.add(MENTORS, mentorOf({ careerFields })))._id)
}

/** An event of a user, with an id of its own and now unless said otherwise. */
export function eventOf(user: string, told: Told): LearnerEvent {
  return { id: randomUUID(), user, timestamp: new Date().toISOString(), ...told }
}

/** Sends a batch as the admin unless a token is given. */
export function sendEvents(
  server: TestApp,
  events: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  return server.call('POST', EVENTS_PATH, { ...options, body: { events } })
}

/** Sends a batch and waits until everything that follows from it is stored. Throws when it is refused. */
export async function tell(server: TestApp, events: readonly LearnerEvent[]): Promise<void> {
  const answer = await sendEvents(server, events)
  if (answer.status !== 202) throw new Error(`answered ${answer.status}: ${answer.text}`)
  await server.insight.facts.rollUp()
}
