import { MOST_RECENT_USERS, type WidgetType } from '#contract/insight/widgets.ts'
import { isStatsType, STATS } from './figures.ts'

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
    <div
      className={isList ? 'widget__waiting' : 'widget__stats widget__waiting'}
      aria-hidden="true"
    >
      {isList ? null : (
        <div className="widget__lead">
          <span className="widget__label">
            <span className="crud-bone" />
          </span>
          <span className="widget__amount">
            <span className="crud-bone" />
          </span>
        </div>
      )}
      <ul className={isList ? 'widget__users' : 'widget__others'}>
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          <li key={index}>
            <div className="widget__row">
              <span className="crud-bone" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
