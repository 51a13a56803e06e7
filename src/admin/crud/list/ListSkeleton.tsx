import { Skeleton } from 'antd'
import { PAGE_SIZE } from '#contract/api.ts'
import css from './ListSkeleton.module.css'

/** Maximum number of rows: enough for every window. */
const MOST = 25

/** Reserves the height of a list's rows. A single skeleton, because each of antd's is as expensive as a row. */
export function ListSkeleton({
  rows = PAGE_SIZE,
  isCards = false,
}: {
  rows?: number
  isCards?: boolean
}) {
  const count = Math.min(rows, MOST)
  return (
    <div className={css.rows} data-cards={isCards} aria-busy="true">
      <Skeleton active title={false} paragraph={{ rows: count, width: isCards ? '80%' : '100%' }} />
    </div>
  )
}
