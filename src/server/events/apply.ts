import { countSessions } from './app-sessions.ts'
import { countAssignments } from './assignments.ts'
import { countFeatures } from './features.ts'
import { countProgress } from './progress.ts'
import { countReviews } from './reviews.ts'
import type { Source } from './source.ts'
import { countUserDays } from './user-days.ts'

/** Every fact that events write into the tables of 0002-insight.ts; EVENT_FACTS says which. */
export const FACTS: readonly { of: string; count(source: Source): Promise<void> }[] = [
  { of: 'active days', count: countUserDays },
  { of: 'app sessions', count: countSessions },
  { of: 'uses of features', count: countFeatures },
  { of: 'assignments', count: countAssignments },
  { of: 'progress', count: countProgress },
  { of: 'reviews', count: countReviews },
]
