import { addTo } from './add-to.ts'
import { DAILY } from './fact-totals.ts'
import type { Source } from './source.ts'

/** How often each feature was used on each day. */
export function countFeatures(source: Source): Promise<void> {
  return addTo(
    source,
    {
      changes: `select 'feature' as metric, day, feature as dim, 1 as n, 0 as amount
      from ${source.fresh} where type = 'feature_used'`,
    },
    DAILY,
  )
}
