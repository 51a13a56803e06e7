import { randomUUID } from 'node:crypto'
import { EVENTS_PATH, type LearnerEvent, MOST_EVENTS } from '#contract/events.ts'
import { rowsOf } from '../support/raw-rows.ts'
import { expectOk } from './lib/client.ts'
import { wrongFigures } from './lib/figures.ts'
import { atRate, untilCounted } from './lib/load.ts'
import { atLeast, atMost, holds, judge, tableHead, tableRow } from './lib/report.ts'
import { startServer } from './lib/server.ts'
import { percentile } from './lib/stats.ts'

/**
 * How fast events are accepted and counted, in batches of 1,000:
 * npm run bench -- ingest [seconds] [users] [events a second]
 */
const [seconds = 60, users = 100_000, rate = 10_000] = process.argv.slice(2).map(Number)
const DAY = 86_400_000

const server = await startServer()
try {
  await server.command('demo', '--users', String(users), '--events', '0')
  const cast = await readCast()
  const count = Math.round((seconds * rate) / MOST_EVENTS)
  const batches = Array.from({ length: count }, () => makeBatch(cast))

  const began = performance.now()
  const waits = await atRate(
    rate / MOST_EVENTS,
    (index) => expectOk(server, 'POST', EVENTS_PATH, { body: { events: batches[index] } }),
    count,
  ).done
  const accepted = (count * MOST_EVENTS * 1000) / (performance.now() - began)
  const pending = await untilCounted(server.connection, 600)
  const wrong = await wrongFigures(server.connection)
  const rebuild = await server.command('admin', 'rebuild')

  tableHead('events', 'a second', 'p50 ms', 'p99 ms', 'longest ms', 'pending s', 'rebuild s')
  const times = [0.5, 0.99, 1].map((share) => percentile(waits, share))
  tableRow(String(count * MOST_EVENTS), accepted, ...times, pending, rebuild.seconds)
  judge([
    atLeast('accepted', accepted, 0.99 * rate, 'events a second'),
    atMost('counted after the last answer', pending, 10, 's'),
    holds('figures equal a recount of the raw events', wrong.length === 0, wrong.join(', ')),
    holds('a rebuild finds no error', rebuild.output.includes('Nothing was wrong'), rebuild.output),
  ])
} finally {
  await server.close()
}

type Cast = Record<'user' | 'mission' | 'protocol' | 'mentor', string[]>

async function readCast(): Promise<Cast> {
  const ids = async (table: string) => {
    const rows = await rowsOf<{ id: string }>(server.connection, `select id from ${table}`)
    return rows.map(({ id }) => id)
  }
  return {
    user: await ids('rec_users'),
    mission: await ids('rec_missions'),
    protocol: await ids('rec_protocols'),
    mentor: await ids('rec_mentors'),
  }
}

/** Visits to the app. Most are of today; one in ten is reported up to 30 days late. */
function makeBatch(cast: Cast): LearnerEvent[] {
  const events: LearnerEvent[] = []
  while (events.length < MOST_EVENTS) events.push(...makeVisit(cast))
  return events.slice(0, MOST_EVENTS)
}

function makeVisit(cast: Cast): LearnerEvent[] {
  const pick = (kind: keyof Cast) => cast[kind][Math.floor(Math.random() * cast[kind].length)] ?? ''
  const user = pick('user')
  const session = randomUUID()
  const age = Math.random() < 0.1 ? Math.random() * 30 * DAY : Math.random() * 3_600_000
  const start = Date.now() - 3_600_000 - age
  const base = (minute: number) => ({
    id: randomUUID(),
    user,
    timestamp: new Date(start + minute * 60_000).toISOString(),
  })
  const progress = Math.floor(Math.random() * 101)
  const [mission, protocol, mentor] = [pick('mission'), pick('protocol'), pick('mentor')]
  const feature = `feature ${Math.floor(Math.random() * 12)}`
  const activities: LearnerEvent[] = [
    { eventType: 'mission_assigned', mission, ...base(4) },
    { eventType: 'mission_progressed', mission, progress, ...base(5) },
    { eventType: 'mission_completed', mission, ...base(6) },
    { eventType: 'protocol_enrolled', protocol, ...base(4) },
    { eventType: 'protocol_progressed', protocol, progress, ...base(5) },
    { eventType: 'protocol_completed', protocol, ...base(6) },
    { eventType: 'mentor_assigned', mentor, ...base(5) },
    { eventType: 'mentor_reviewed', mentor, rating: 1 + (progress % 5), ...base(6) },
  ]
  return [
    { eventType: 'user_signed_in', ...base(0) },
    { eventType: 'session_started', session, ...base(0) },
    { eventType: 'feature_used', feature, ...base(1) },
    { eventType: 'feature_used', feature, ...base(2) },
    ...activities.filter(() => Math.random() < 0.3),
    { eventType: 'session_ended', session, ...base(3 + Math.random() * 40) },
  ]
}
