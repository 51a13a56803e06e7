import { Skeleton } from 'antd'
import css from './ViewBar.module.css'

/** Holds the place of the tabs while they are read. */
export function ViewsSkeleton() {
  return (
    <div className={css.waiting} aria-hidden="true">
      <Skeleton.Button active size="small" />
      <Skeleton.Button active size="small" />
    </div>
  )
}
