import type { SampleRow } from './bulk.ts'
import { createRandom, DAY, MINUTE } from './random.ts'
import { type NamePool, samples } from './samples.ts'

/** How many there are unless more are asked for. */
export const DEMO_USERS = 240

const SEED = 20_251_120
/** The users joined in so many days before today. */
const SPAN_DAYS = 456
/** Some of those who left so long ago are inactive. */
const FORGOTTEN = 45 * DAY
const SEGMENTS = [
  ['student', 36],
  ['graduate', 23],
  ['early-career', 19],
  ['career-changer', 15],
  ['unspecified', 7],
] as const
/** Days that people stay on average, and how many of them: never come, look once, for a while, for good. */
const STAYS = [
  [0, 6],
  [3, 20],
  [150, 48],
  [900, 26],
] as const

let drawn: readonly NamePool[] | undefined

/** The pools of names, each as often as it weighs. */
function namePools(): readonly NamePool[] {
  drawn ??= samples('names').flatMap((pool) => Array<NamePool>(pool.weight).fill(pool))
  return drawn
}

/** What kind of learner a sample user is. Times are in milliseconds. */
export function learnerOf(index: number, joined: number) {
  const random = createRandom(SEED + 1 + index * 6151)
  const stay = random.weigh(STAYS)
  return {
    segment: random.weigh(SEGMENTS),
    /** When they stopped coming; may be in the future. */
    left: joined - stay * DAY * Math.log(1 - random.next()),
    /** How likely they come on an ordinary day, when new. */
    eagerness: 0.08 + 0.9 * random.next() ** 1.2,
  }
}

/**
 * The sample users from `first` up to `until`, always the same for the same numbers and day. More of them joined
 * lately. None has a password, and their last login follows from their events.
 */
export function sampleUsers(first: number, until: number, today: Date): SampleRow[] {
  return Array.from({ length: until - first }, (_, place) => sampleUser(first + place, today))
}

/** The email address of the sample user with this number, by which it is found again. */
export function sampleEmail(index: number): string {
  return nameOf(index).email
}

function nameOf(index: number) {
  // Each has a generator of its own, so that a later range does not depend on an earlier one.
  const random = createRandom(SEED + index * 7919)
  const pool = random.pick(namePools())
  const [firstName, firstLatin] = random.pick(pool.given)
  const [lastName, lastLatin] = random.pick(pool.family)
  const email = `${firstLatin}.${lastLatin}.${index + 1}@example.org`
  return { random, firstName, lastName, email }
}

function sampleUser(index: number, today: Date): SampleRow {
  const { random, firstName, lastName, email } = nameOf(index)
  const daysAgo = Math.ceil(SPAN_DAYS * (1 - Math.sqrt(random.next())))
  const minutes = Math.floor(random.between(6 * 60, 22 * 60))
  const createdAt = new Date(today.getTime() - Math.max(1, daysAgo) * DAY + minutes * MINUTE)
  const { left, segment } = learnerOf(index, createdAt.getTime())
  const isForgotten = left + FORGOTTEN < today.getTime() && random.next() < 0.3
  const role = random.next() < 0.04 ? 'admin' : 'user'
  const data = { firstName, lastName, email, role, isActive: !isForgotten, segment }
  return { createdAt, data: { ...data, sample: true } }
}
