import { countSessions } from './app-sessions.ts'
import { countAssignments } from './assignments.ts'
import { countProgress } from './progress.ts'
import { countReviews } from './reviews.ts'
import type { Source } from './rollup-sql.ts'
import { addTo, DAILY } from './sum-tables.ts'
import { countUserDays } from './user-days.ts'

/** Everything that events are counted into; EVENT_FACTS says which type counts where. */
const ROLLUPS: readonly { of: string; count(source: Source): Promise<void> }[] = [
  { of: 'active days', count: countUserDays },
  { of: 'app sessions', count: countSessions },
  { of: 'uses of features', count: countFeatures },
  { of: 'assignments', count: countAssignments },
  { of: 'progress', count: countProgress },
  { of: 'reviews', count: countReviews },
]

/** Counts the fresh events into every rollup. */
export async function countEvents(
  source: Source,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  for (const { of, count } of ROLLUPS) {
    say(`Counting ${of}.`)
    await count(source)
  }
}

function countFeatures({ client, fresh }: Source): Promise<void> {
  const changes = `select 'feature' as metric, day, feature as dim, 1 as n, 0 as amount
    from ${fresh} where type = 'feature_used'`
  return addTo(client, { changes }, DAILY)
}
