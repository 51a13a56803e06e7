import type { SubjectKind } from '#contract/events.ts'

/** What a learner can take up. */
export interface Subject {
  id: string
  /** Nothing was done with it before, in milliseconds. */
  createdAt: number
  /** A mission's difficulty, a protocol's level, a mentor's experience. */
  level: string
  /** How well learners rate a mentor. */
  rating: number
}

/** Each kind in an order that does not depend on ids. */
export type Subjects = Readonly<Record<SubjectKind, readonly Subject[]>>

/** How a level is taken: how far one sitting gets, in percent, and how often somebody gives up instead. */
export interface Pace {
  steps: readonly [least: number, most: number]
  givesUp: number
}

export const MISSION_PACES: Readonly<Record<string, Pace>> = {
  beginner: { steps: [34, 75], givesUp: 0.05 },
  intermediate: { steps: [18, 45], givesUp: 0.07 },
  advanced: { steps: [10, 27], givesUp: 0.08 },
  expert: { steps: [6, 18], givesUp: 0.09 },
}

export const PROTOCOL_PACES: Readonly<Record<string, Pace>> = {
  beginner: { steps: [18, 40], givesUp: 0.04 },
  intermediate: { steps: [10, 24], givesUp: 0.05 },
  advanced: { steps: [6, 16], givesUp: 0.06 },
}

/** How drawn somebody is to a mission of a level, after having completed so many. */
export function missionAppeal(level: string, completed: number): number {
  switch (level) {
    case 'beginner':
      return Math.max(1, 7 - completed)
    case 'intermediate':
      return 2.5 + completed * 0.5
    case 'advanced':
      return 0.8 + completed * 0.5
    default:
      return 0.3 + completed * 0.3
  }
}

/** How drawn the people of a segment are to the levels of protocols; whoever is not listed takes any. */
const PROTOCOL_APPEAL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  student: { beginner: 6, intermediate: 3, advanced: 1 },
  graduate: { beginner: 3, intermediate: 5, advanced: 2 },
  'early-career': { beginner: 1, intermediate: 4, advanced: 3 },
  'career-changer': { beginner: 4, intermediate: 4, advanced: 2 },
}

export function protocolAppeal(level: string, segment: string): number {
  return PROTOCOL_APPEAL[segment]?.[level] ?? 1
}
