import type { LearnerEvent } from '#contract/events.ts'
import { createRandom } from '#server/demo/samples.ts'
import { query, type TestApp } from './app.ts'
import { UNTIL } from './figures-at.ts'

/*
 * A small world of learners, the same at each run: people who come and go, and what they do at random
 * times, with many a moment right at the edge of a day.
 */

/** Midnights where days are short, long, the 29th of February or the last of a year, in three zones. */
const MIDNIGHTS = [
  ['2023-12-31T00:00:00Z', '2024-01-01T00:00:00Z', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
  // Europe/Vienna: 31 March has 23 hours, 27 October has 25.
  ['2023-12-31T23:00:00Z', '2024-02-28T23:00:00Z', '2024-02-29T23:00:00Z'],
  ['2024-03-30T23:00:00Z', '2024-03-31T22:00:00Z', '2024-10-26T22:00:00Z', '2024-10-27T23:00:00Z'],
  // Pacific/Auckland: 7 April has 25 hours, 29 September has 23.
  ['2023-12-31T11:00:00Z', '2024-02-28T11:00:00Z', '2024-02-29T11:00:00Z'],
  ['2024-04-06T11:00:00Z', '2024-04-07T12:00:00Z', '2024-09-28T12:00:00Z', '2024-09-29T11:00:00Z'],
].flat()

const FROM = Date.parse('2023-10-01T00:00:00Z')
const DAY = 86_400_000

type Random = ReturnType<typeof createRandom>

function moment(random: Random, from = FROM): Date {
  const at =
    random.next() < 0.2
      ? Date.parse(random.pick(MIDNIGHTS)) - Math.floor(random.next() * 2)
      : random.between(from, Date.parse(UNTIL))
  return new Date(Math.floor(Math.max(at, from)))
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random.next() * 16).toString(16)).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
}

export interface World {
  users: string[]
  missions: string[]
  protocols: string[]
  mentors: string[]
}

/** Users of the past, straight into the table: the product stamps accounts with the time it is. */
async function addUsers(server: TestApp, random: Random, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, index) => {
    const created = moment(random, FROM - 60 * DAY)
    const isDeleted = random.next() < 0.25
    const segment = random.pick(['student', 'graduate', 'early-career', 'unspecified', null])
    return {
      id: uuid(random),
      created,
      deleted: isDeleted ? moment(random, created.getTime()) : null,
      data: {
        firstName: random.pick(['Ana', 'Bo', 'Cem']),
        lastName: `Nr ${index}`,
        email: `learner${index}@example.org`,
        role: random.next() < 0.1 ? 'admin' : 'user',
        isActive: random.next() < 0.8,
        ...(segment && { segment }),
      },
    }
  })
  await query(
    server.connection,
    `insert into rec_users (id, version, created_at, updated_at, deleted_at, data, search_text)
     select id, 1, created, coalesce(deleted, created), deleted, data, ''
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::jsonb[])
       as u(id, created, deleted, data)`,
    [
      users.map(({ id }) => id),
      users.map(({ created }) => created),
      users.map(({ deleted }) => deleted),
      users.map(({ data }) => JSON.stringify(data)),
    ],
  )
  return users.map(({ id }) => id)
}

async function create(server: TestApp, path: string, body: object): Promise<string> {
  const answer = await server.call('POST', path, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return String(answer.body._id)
}

async function addCatalogue(server: TestApp, random: Random): Promise<Omit<World, 'users'>> {
  const all = <T>(count: number, make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const field = await create(server, '/career-fields', { name: 'Cartography' })
  const missions = await all(14, (index) =>
    create(server, '/missions/templates', {
      title: `Mission ${index}`,
      type: random.pick(['research', 'Research', 'interview', 'a "quoted", {strange} type']),
      difficulty: random.pick(['beginner', 'intermediate', 'advanced']),
      isActive: index % 4 !== 0,
    }),
  )
  const protocols = await all(5, (index) =>
    create(server, '/protocols/templates', {
      title: `Protocol ${index}`,
      targetLevel: random.pick(['beginner', 'advanced']),
    }),
  )
  const mentors = await all(4, (index) =>
    create(server, '/mentors', {
      name: `Mentor ${index}`,
      careerFields: [field],
      specialization: 'Finding the way',
      bio: 'I walk beside you.',
      geminiMentorId: `gemini-${index}`,
      isActive: index > 0,
    }),
  )
  return { missions, protocols, mentors }
}

/** Learners of the past and a catalogue, without any events. Count anew before figures are asked for. */
export async function addWorld(server: TestApp, seed: number): Promise<World> {
  const random = createRandom(seed)
  const users = await addUsers(server, random, 70)
  return { users, ...(await addCatalogue(server, random)) }
}

/** What the learners do, in no order. Some of it twice, some of it contradicting. */
export function eventsOf(world: World, seed: number, count: number): LearnerEvent[] {
  const random = createRandom(seed)
  const sessions = Array.from({ length: 200 }, () => ({
    session: uuid(random),
    user: random.pick(world.users),
    at: moment(random).getTime(),
    seconds: random.pick([0, 59.999, 60, 299, 300, 899, 900, 1799, 1800, 3599, 3600, 20_000, -30]),
  }))
  const one = (): LearnerEvent => {
    const base = {
      id: uuid(random),
      user: random.pick(world.users),
      timestamp: moment(random).toISOString(),
    }
    const mission = random.pick(world.missions)
    const protocol = random.pick(world.protocols)
    const mentor = random.pick(world.mentors)
    const progress = Math.floor(random.between(0, 101))
    /** The earliest start and the latest end count, in whatever order they come. */
    const appSession = (isEnd: boolean) => {
      const { session, user, at, seconds } = random.pick(sessions)
      const off = random.next() < 0.8 ? 0 : 5
      const second = isEnd ? seconds - off : off
      const timestamp = new Date(at + second * 1000).toISOString()
      return { ...base, user, timestamp, session }
    }
    return random.weigh<() => LearnerEvent>([
      [() => ({ ...base, eventType: 'user_signed_in' }), 8],
      [() => ({ ...appSession(false), eventType: 'session_started' }), 4],
      [() => ({ ...appSession(true), eventType: 'session_ended' }), 4],
      [
        () => ({
          ...base,
          eventType: 'feature_used',
          feature: random.pick(['Coach', 'coach', 'Map', 'Map, "north"', '=1+1']),
        }),
        8,
      ],
      [() => ({ ...base, eventType: 'mission_assigned', mission }), 10],
      [() => ({ ...base, eventType: 'mission_progressed', mission, progress }), 2],
      [() => ({ ...base, eventType: 'mission_completed', mission }), 8],
      [() => ({ ...base, eventType: 'protocol_enrolled', protocol }), 3],
      [() => ({ ...base, eventType: 'protocol_progressed', protocol, progress }), 5],
      [() => ({ ...base, eventType: 'protocol_completed', protocol }), 1],
      [() => ({ ...base, eventType: 'mentor_assigned', mentor }), 3],
      [() => ({ ...base, eventType: 'mentor_reviewed', mentor, rating: 4 }), 1],
    ])()
  }
  return Array.from({ length: count }, one)
}

/** Keeps events in batches, the way the route does. */
export async function tell(server: TestApp, events: readonly LearnerEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += 500)
    await server.insight.facts.accept(events.slice(at, at + 500))
  await server.insight.facts.rollUp()
}
