import type { SampleRow } from './bulk.ts'
import { names } from './demo-samples.ts'
import { createRandom } from './random.ts'
import { createArrivals, DAY } from './story/calendar.ts'
import { personOf } from './story/person.ts'

/** How many there are unless more are asked for. */
export const DEMO_USERS = 240

const SEED = 20_251_120
/** Accounts of people who did not come for so long may have been made inactive. */
const FORGOTTEN = 45 * DAY

type Pool = ReturnType<typeof names>[number]

let drawn: readonly Pool[] | undefined

/** The pools of names, each as often as it weighs; a million users ask for it. */
function draws(): readonly Pool[] {
  drawn ??= names().flatMap((pool) => Array<Pool>(pool.weight).fill(pool))
  return drawn
}

/**
 * The sample users from `first` up to `until`, always the same for the same numbers and day.
 * They joined over the fifteen months before `today`, more of them lately and in lively seasons; who is
 * inactive left long ago. None of them has a password, and when they were last seen follows from what
 * they did.
 */
export function sampleUsers(first: number, until: number, today: Date): SampleRow[] {
  const arrivalOf = createArrivals(today)
  const users: SampleRow[] = []
  for (let index = first; index < until; index += 1) users.push(sampleUser(index, arrivalOf, today))
  return users
}

/** The email address of the sample user with this number, by which it is found again. */
export function sampleEmail(index: number): string {
  return nameOf(index).email
}

function nameOf(index: number) {
  // Each has a generator of its own, so that a later range does not depend on an earlier one.
  const random = createRandom(SEED + index * 7919)
  const pool = random.pick(draws())
  const [firstName, firstLatin] = random.pick(pool.given)
  const [lastName, lastLatin] = random.pick(pool.family)
  const email = `${firstLatin}.${lastLatin}.${index + 1}@example.org`
  return { random, firstName, lastName, email }
}

function sampleUser(index: number, arrivalOf: (part: number) => Date, today: Date): SampleRow {
  const { random, firstName, lastName, email } = nameOf(index)
  const createdAt = arrivalOf(random.next())
  const person = personOf(index, createdAt)
  const isForgotten = person.left + FORGOTTEN < today.getTime() && random.next() < 0.3
  return {
    createdAt,
    data: {
      firstName,
      lastName,
      email,
      role: random.next() < 0.04 ? 'admin' : 'user',
      isActive: !isForgotten,
      segment: person.segment,
      sample: true,
    },
  }
}
