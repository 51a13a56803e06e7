import { randomUUID } from 'node:crypto'
import { EVENTS_PATH, type LearnerEvent } from '#contract/insight/events.ts'
import type { Answer, CallOptions, TestApp } from './app.ts'

type Told = LearnerEvent extends infer One
  ? One extends LearnerEvent
    ? Omit<One, 'id' | 'user' | 'timestamp'> & Partial<Pick<One, 'id' | 'timestamp'>>
    : never
  : never

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
