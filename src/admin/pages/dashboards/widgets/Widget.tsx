import { Button } from 'antd'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import type { TimeRange } from '#contract/insight/days.ts'
import type { WidgetType } from '#contract/insight/widgets.ts'
import { isStatsType, STATS } from './figures.ts'
import type { Answer } from './read-widget.ts'
import { StatsBody } from './StatsBody.tsx'
import { SystemBody } from './SystemBody.tsx'
import { UsersBody } from './UsersBody.tsx'
import { isWidgetType, useWidget } from './use-widget.ts'
import css from './Widget.module.css'
import { WidgetFoot } from './WidgetFoot.tsx'
import { WidgetWaiting } from './WidgetWaiting.tsx'

export interface WidgetProps {
  /** A widget as it is stored. Its type may be unknown here and its interval junk. */
  widget: {
    id: string
    type: string
    title: string
    dataSource?: { refreshInterval?: unknown } | null | undefined
  }
  timeRange: TimeRange
  /** On a wall: larger, without anything to press. */
  isKiosk?: boolean
}

/**
 * What a widget's card holds below its title (DASH-04): its figures, how old they are, and its own failure
 * with Retry. It fills the height of its place, of which it needs at least 180 pixels, and sizes its
 * type by it. Its title is said in the names of its buttons only.
 */
export function Widget(props: WidgetProps) {
  const { type } = props.widget
  return (
    <Boundary
      fallback={(retry) => (
        <div className={css.odd} role="alert">
          <p>{translate('This widget could not be shown.')}</p>
          <Button size="small" onClick={retry}>
            {translate('Retry')}
          </Button>
        </div>
      )}
    >
      {isWidgetType(type) ? (
        <Known {...props} type={type} />
      ) : (
        <div className={css.odd}>
          <p>
            {translate('Widgets of type “{type}” are not known here.', {
              type: isolate(type || '?'),
            })}
          </p>
        </div>
      )}
    </Boundary>
  )
}

function Known({ widget, timeRange, isKiosk = false, type }: WidgetProps & { type: WidgetType }) {
  const { id, title, dataSource } = widget
  const refreshInterval = dataSource?.refreshInterval
  const state = useWidget({ id, type, timeRange, refreshInterval, isKiosk })
  const { answer, updatedAt, failure } = state
  const isOld = failure !== undefined || updatedAt === 0
  return (
    <div
      className={css.widget}
      data-old={isOld}
      data-kiosk={isKiosk}
      aria-busy={updatedAt === 0 && failure === undefined}
    >
      <div className={css.body}>
        {answer ? (
          <Body answer={answer} type={type} timeRange={timeRange} isKiosk={isKiosk} />
        ) : failure === undefined ? (
          <WidgetWaiting type={type} />
        ) : (
          <div className={css.failure} role="alert">
            <p>{translate('Failed to fetch widget data')}</p>
            {failure ? <p dir="auto">{failure}</p> : null}
          </div>
        )}
      </div>
      <WidgetFoot
        state={state}
        title={title || type}
        about={type === 'recentUsers' ? 'recentUsers' : undefined}
        isKiosk={isKiosk}
      />
    </div>
  )
}

interface BodyProps {
  answer: Answer
  type: WidgetType
  timeRange: TimeRange
  isKiosk: boolean
}

function Body({ answer, type, timeRange, isKiosk }: BodyProps) {
  switch (answer.kind) {
    case 'users':
      return <UsersBody answer={answer} isKiosk={isKiosk} />
    case 'system':
      return <SystemBody answer={answer} isKiosk={isKiosk} />
    default:
      return isStatsType(type) ? (
        <StatsBody stats={STATS[type]} answer={answer} timeRange={timeRange} isKiosk={isKiosk} />
      ) : null
  }
}
