import { createRandom, type Random } from '../random.ts'
import { DAY, livelinessOf, MINUTE } from './calendar.ts'

/** What kind of learner somebody is. All times are in milliseconds. */
export interface Person {
  index: number
  segment: string
  joined: number
  /** From here on they do not come any more; may lie in the future. */
  left: number
  /** How far their clocks are ahead of UTC. */
  ahead: number
  /** How likely they come on an ordinary day, when new. */
  eager: number
}

export interface Visit {
  start: number
  end: number
  /** The app asked for the password again. */
  signsIn: boolean
  /** The app told of the end; one that was killed does not. */
  isEnded: boolean
}

const SEED = 20_251_121
const HOUR = 60 * MINUTE

const SEGMENTS = [
  ['student', 36],
  ['graduate', 23],
  ['early-career', 19],
  ['career-changer', 15],
  ['unspecified', 7],
] as const
/** Hours ahead of UTC, and how many live there: somebody is always awake. */
const CLOCKS = [
  [-8, 3],
  [-5, 4],
  [-3, 2],
  [0, 3],
  [1, 6],
  [2, 2],
  [3, 2],
  [5.5, 4],
  [7, 3],
  [9, 3],
] as const
/** How they stay, and how many of them: never come, look once, for a while, for good. */
const STAYS = [
  [0, 6],
  [3, 20],
  [150, 48],
  [900, 26],
] as const

/** The learner with this number, who joined at this moment; always the same one. */
export function personOf(index: number, joined: Date): Person {
  const random = createRandom(SEED + index * 6151)
  const stay = random.weigh(STAYS)
  return {
    index,
    segment: random.weigh(SEGMENTS),
    joined: joined.getTime(),
    left: joined.getTime() - stay * DAY * Math.log(1 - random.next()),
    ahead: random.weigh(CLOCKS) * HOUR,
    eager: 0.06 + 0.86 * random.next() ** 1.3,
  }
}

/** From six in the morning: how many come in each hour of their own clocks. */
const HOURS = [1, 4, 6, 4, 3, 3, 5, 6, 4, 3, 4, 6, 7, 8, 10, 11, 8, 4, 1].map(
  (weight, hour) => [hour + 6, weight] as const,
)
/** Minutes of a visit from and to, and how many take so long. */
const LENGTHS = [
  [[0.3, 1], 9],
  [[1, 5], 25],
  [[5, 15], 34],
  [[15, 30], 20],
  [[30, 60], 10],
  [[60, 110], 2],
] as const
/** Interest falls from all of it to this part, within about this many days. */
const SETTLED = 0.42
const SETTLING_DAYS = 50
/** After this many days the app asks for the password again. */
const SIGNED_IN_DAYS = 7

/** When somebody is in the app, from the first time up to `until`, in order and never twice at once. */
export function* visitsOf(person: Person, until: number): Generator<Visit> {
  const random = createRandom(SEED + person.index * 6151 + 3)
  const { joined, left, ahead } = person
  if (left === joined) return
  let signedIn = joined + Math.round(random.between(1, 9) * MINUTE)
  let last = visitAt(random, signedIn, true)
  if (last.start > until) return
  yield last
  // Midnights on their own clocks, as if these were UTC.
  for (let day = (Math.floor((joined + ahead) / DAY) + 1) * DAY; ; day += DAY) {
    if (day - ahead > Math.min(left, until)) return
    const age = (day - ahead - joined) / DAY
    const interest = SETTLED + (1 - SETTLED) * Math.exp(-age / SETTLING_DAYS)
    const likely = Math.min(0.95, person.eager * interest * livelinessOf(day))
    for (const chance of [likely, likely * 0.3]) {
      if (random.next() >= chance) continue
      const start = day - ahead + Math.round(random.weigh(HOURS) * HOUR + random.next() * HOUR)
      if (start <= last.end || start > left) continue
      const signsIn = start - signedIn > SIGNED_IN_DAYS * DAY || random.next() < 0.25
      last = visitAt(random, start, signsIn)
      if (start > until) return
      if (signsIn) signedIn = start
      yield last
    }
  }
}

function visitAt(random: Random, start: number, signsIn: boolean): Visit {
  const [least, most] = random.weigh<readonly [number, number]>(LENGTHS)
  const end = start + Math.round(random.between(least, most) * 60) * 1000
  return { start, end, signsIn, isEnded: random.next() < 0.96 }
}
