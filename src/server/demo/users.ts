import type { SampleRow } from '../store/bulk.ts'
import { namePools } from './names.ts'
import { createRandom } from './random.ts'

/** How many there are unless more are asked for. */
export const DEMO_USERS = 240

const SEED = 20_251_120
const DAY = 86_400_000
const SPAN = 456 * DAY

const draws = namePools.flatMap((pool) => Array<typeof pool>(pool.weight).fill(pool))

/**
 * The sample users from `first` up to `until`, always the same for the same numbers and day.
 * They joined over the fifteen months before `today`, more of them lately; nobody was seen before
 * joining or after today, and who is inactive was last seen long ago. None of them has a password.
 */
export function sampleUsers(first: number, until: number, today: Date): SampleRow[] {
  const users: SampleRow[] = []
  for (let index = first; index < until; index += 1) users.push(sampleUser(index, today))
  return users
}

function sampleUser(index: number, today: Date): SampleRow {
  // Each has a generator of its own, so that a later range does not depend on an earlier one.
  const random = createRandom(SEED + index * 7919)
  const pool = random.pick(draws)
  const [firstName, firstLatin] = random.pick(pool.given)
  const [lastName, lastLatin] = random.pick(pool.family)
  const age = SPAN * random.next() ** 1.6
  const createdAt = new Date(today.getTime() - age - 60_000)
  const isActive = random.next() > 0.14
  const wasSeen = random.next() > 0.11
  // Active people were seen within the last weeks, others left in the middle of their time.
  const since = isActive
    ? Math.min(age, 45 * DAY) * random.next() ** 2
    : age * (0.4 + 0.5 * random.next())
  const lastLogin = wasSeen ? new Date(today.getTime() - since).toISOString() : null
  return {
    createdAt,
    data: {
      firstName,
      lastName,
      email: `${firstLatin}.${lastLatin}.${index + 1}@example.org`,
      role: random.next() < 0.04 ? 'admin' : 'user',
      isActive,
      lastLogin,
      sample: true,
    },
  }
}
