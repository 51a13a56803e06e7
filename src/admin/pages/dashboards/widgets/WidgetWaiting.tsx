import { Bone } from '#admin/ui/Bone.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { MOST_RECENT_USERS, type WidgetType } from '#contract/insight/widgets.ts'
import { isStatsType, STATS } from './figures.ts'
import css from './StatsBody.module.css'
import list from './UsersBody.module.css'

const SYSTEM_LINES = 3

/** Stands where a widget's figures will stand, in their size. */
export function WidgetWaiting({ type }: { type: WidgetType }) {
  const isList = type === 'recentUsers'
  const lines = isList
    ? MOST_RECENT_USERS
    : isStatsType(type)
      ? STATS[type].others.length
      : SYSTEM_LINES
  return (
    <div className={isList ? undefined : `${css.stats} ${css.waiting}`} aria-hidden="true">
      {isList ? null : (
        <div className={css.lead}>
          <Bone width="88px" />
          <span className={css.amount}>
            <Bone width="120px" height="26px" />
          </span>
        </div>
      )}
      <ul className={isList ? list.users : css.others}>
        {repeat(lines, (key) => (
          <li key={key}>
            <div className={css.row}>
              <Bone width="none" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
