import type { EventType } from '#contract/events.ts'
import type { Random } from '../random.ts'
import { DAY } from './calendar.ts'
import type { Person } from './person.ts'
import {
  MISSION_PACES,
  missionAppeal,
  type Pace,
  PROTOCOL_PACES,
  protocolAppeal,
  type Subject,
  type Subjects,
} from './story-subjects.ts'

/** What somebody did with a mission, a protocol or a mentor. */
export interface Doing {
  type: EventType
  subjectId: string
  amount?: number
}

interface Undertaking {
  subject: Subject
  pace: Pace
  progress: number
  at: number
}

const PROTOCOL_REST = 2 * DAY
const BEFORE_REVIEW = 7 * DAY
const BEFORE_NEXT_MENTOR = 40 * DAY

/**
 * What a person does in each part of the app, sitting after sitting; nothing is given where nothing comes
 * of it. `isDue` tells that a protocol waits to be gone on with. Ask in the order of time.
 */
export function createDoings(person: Person, subjects: Subjects, random: Random) {
  const taken = new Set<string>()
  let completed = 0
  let missions: Undertaking[] = []
  let protocol: Undertaking | undefined
  let mentor: { id: string; rating: number; since: number; isReviewed: boolean } | undefined

  /** One that is there at this time and new to the person. */
  const choose = (of: readonly Subject[], at: number, appeal: (subject: Subject) => number) => {
    const open = of.filter(({ id, createdAt }) => createdAt <= at && !taken.has(id))
    if (open.length === 0) return undefined
    const chosen = random.weigh(open.map((subject) => [subject, appeal(subject)] as const))
    taken.add(chosen.id)
    return chosen
  }

  /** Goes on by a step; undefined when the person gives up without a word. */
  const goOn = (one: Undertaking, at: number): Undertaking | undefined => {
    if (random.next() < one.pace.givesUp) return undefined
    const step = Math.round(random.between(...one.pace.steps))
    return { ...one, at, progress: Math.min(100, one.progress + step) }
  }

  const begin = (
    of: readonly Subject[],
    paces: Readonly<Record<string, Pace>>,
    at: number,
    appeal: (subject: Subject) => number,
  ): Undertaking | undefined => {
    const subject = choose(of, at, appeal)
    const pace = subject && paces[subject.level]
    return pace && { subject, pace, progress: 0, at }
  }

  const onMissions = (at: number): Doing | undefined => {
    const wantsMore = missions.length === 0 || (missions.length < 2 && random.next() < 0.22)
    if (wantsMore) {
      const begun = begin(subjects.mission, MISSION_PACES, at, ({ level }) =>
        missionAppeal(level, completed),
      )
      if (begun) missions.push(begun)
      return begun && { type: 'mission_assigned', subjectId: begun.subject.id }
    }
    const one = random.pick(missions)
    const next = goOn(one, at)
    missions = missions.filter((other) => other !== one)
    if (!next) return undefined
    const subjectId = next.subject.id
    if (next.progress < 100) {
      missions.push(next)
      return { type: 'mission_progressed', subjectId, amount: next.progress }
    }
    completed += 1
    return { type: 'mission_completed', subjectId }
  }

  const isDue = (at: number) => protocol !== undefined && at - protocol.at >= PROTOCOL_REST

  const onProtocols = (at: number): Doing | undefined => {
    if (!protocol) {
      if (random.next() < 0.35) return undefined
      protocol = begin(subjects.protocol, PROTOCOL_PACES, at, ({ level }) =>
        protocolAppeal(level, person.segment),
      )
      return protocol && { type: 'protocol_enrolled', subjectId: protocol.subject.id }
    }
    if (!isDue(at)) return undefined
    protocol = goOn(protocol, at)
    if (!protocol) return undefined
    const subjectId = protocol.subject.id
    if (protocol.progress < 100)
      return { type: 'protocol_progressed', subjectId, amount: protocol.progress }
    protocol = undefined
    return { type: 'protocol_completed', subjectId }
  }

  const onMentors = (at: number): Doing | undefined => {
    const rests = mentor && at - mentor.since < BEFORE_NEXT_MENTOR
    if (mentor && !mentor.isReviewed && at - mentor.since > BEFORE_REVIEW && random.next() < 0.3) {
      mentor.isReviewed = true
      return { type: 'mentor_reviewed', subjectId: mentor.id, amount: starsOf(mentor.rating) }
    }
    if (rests || random.next() < 0.5) return undefined
    const chosen = choose(subjects.mentor, at, ({ rating }) => rating)
    if (!chosen) return undefined
    mentor = { id: chosen.id, rating: chosen.rating, since: at, isReviewed: false }
    return { type: 'mentor_assigned', subjectId: chosen.id }
  }

  /** Mostly four and five; of a mentor who is rated well more often five. */
  const starsOf = (rating: number) => {
    const lovesIt = random.next() < 0.1 + (rating - 4) * 0.5
    return lovesIt
      ? 5
      : random.weigh([
          [5, 14],
          [4, 56],
          [3, 20],
          [2, 7],
          [1, 3],
        ])
  }

  return { onMissions, onProtocols, onMentors, isDue }
}
