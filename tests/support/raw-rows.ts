import { type Connection, connectAlone } from '#server/db/pool.ts'

/* What was stored, and what each pair and session comes to by the words of EVENT_FACTS: read without the product's SQL. */

export interface RawEvent {
  id: string
  type: string
  user_id: string
  at: Date
  subject_id: string
  session_id: string
  feature: string
  amount: number
}

/** Runs one statement in a session that is in UTC. */
export async function rowsOf<Row extends object>(
  connection: Connection,
  sql: string,
): Promise<Row[]> {
  const client = await connectAlone(connection)
  try {
    await client.query("set timezone = 'UTC'")
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** All events in the order in which they happened. */
export async function readEvents(connection: Connection): Promise<RawEvent[]> {
  const events = await rowsOf<RawEvent>(connection, 'select * from events')
  return events.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

interface Session {
  id: string
  user: string
  start?: Date
  end?: Date
}

/** From the earliest start to the latest end, of events in their order. */
export function sessionsOf(events: readonly RawEvent[]): Session[] {
  const sessions = new Map<string, Session>()
  for (const { type, session_id: id, user_id: user, at } of events) {
    if (!type.startsWith('session_')) continue
    const session = sessions.get(id + user) ?? { id, user }
    if (type === 'session_started') session.start ??= at
    else session.end = at
    sessions.set(id + user, session)
  }
  return [...sessions.values()]
}

export interface RawAssignment {
  subject: string
  user: string
  kind: string
  assigned: Date
  progress: number
  completed?: Date
  /** How far it had come, each time that was told. */
  reports: { at: Date; percent: number }[]
}

/** Each pair once: from its first event, to its first completion, of events in their order. */
export function assignmentsOf(events: readonly RawEvent[]): RawAssignment[] {
  const assignments = new Map<string, RawAssignment>()
  for (const { type, subject_id: subject, user_id: user, at, amount } of events) {
    const [kind = '', done] = type.split('_')
    if (!['mission', 'protocol', 'mentor'].includes(kind) || done === 'reviewed') continue
    const key = kind + subject + user
    const known = assignments.get(key) ?? {
      ...{ subject, user, kind, assigned: at, progress: 0 },
      reports: [],
    }
    if (done === 'completed') known.completed ??= at
    if (done === 'completed' || done === 'progressed') {
      const percent = done === 'completed' ? 100 : amount
      known.reports.push({ at, percent })
      known.progress = Math.max(known.progress, percent)
    }
    assignments.set(key, known)
  }
  return [...assignments.values()]
}
