import type { Resource } from '#model/resource.ts'
import type { Bulk } from '../bulk.ts'
import { sampleEmail } from '../demo-users.ts'
import { personOf } from './person.ts'
import { eventsOf } from './story-events.ts'
import type { Subject, Subjects } from './story-subjects.ts'

/** How many people's events are made and written at a time, so that millions need little memory. */
const PORTION = 200

export interface StoryOptions {
  now: Date
  /** So many of the sample users have a story. */
  users: number
  /** Instead as many as it takes until there are so many events. */
  events?: number | undefined
}

/**
 * Adds what sample users did up to `now`, for those of whom nothing is known yet: what was stored of
 * people who were kept stays as it is. Gives how many events were added.
 */
export async function addStory(
  bulk: Bulk,
  named: (name: string) => Resource,
  { now, users, events }: StoryOptions,
  say: (line: string) => void,
): Promise<number> {
  const resource = named('users')
  const subjects: Subjects = {
    mission: await subjectsOf(bulk, named('missions/templates'), ['title', 'difficulty']),
    protocol: await subjectsOf(bulk, named('protocols/templates'), ['title', 'targetLevel']),
    mentor: await subjectsOf(bulk, named('mentors'), ['name', 'experienceLevel', 'rating']),
  }
  const addOf = async (first: number, until: number) => {
    const emails = Array.from({ length: until - first }, (_, place) => sampleEmail(first + place))
    const found = await bulk.events.newcomers(resource, emails)
    const rows = emails.flatMap((email, place) => {
      const sample = found.get(email)
      if (!sample) return []
      return eventsOf(personOf(first + place, sample.createdAt), sample.id, subjects, now.getTime())
    })
    return bulk.events.add(rows)
  }
  const wanted =
    events === undefined ? Number.POSITIVE_INFINITY : events - (await bulk.events.count())
  const most = events === undefined ? users : await bulk.count(resource)
  let added = 0
  for (let first = 0; first < most && added < wanted; first += PORTION) {
    added += await addOf(first, Math.min(most, first + PORTION))
    if (events !== undefined && first % (PORTION * 50) === 0) say(`  ${added} of ${wanted} events`)
  }
  return added
}

async function subjectsOf(
  bulk: Bulk,
  resource: Resource,
  paths: readonly [name: string, level: string, rating?: string],
): Promise<Subject[]> {
  const samples = await bulk.events.samples(
    resource,
    paths.filter((path) => path !== undefined),
  )
  return samples.map(({ id, createdAt, texts: [, level, rating] }) => ({
    id,
    createdAt: createdAt.getTime(),
    level: level ?? '',
    rating: Number(rating ?? 0),
  }))
}
