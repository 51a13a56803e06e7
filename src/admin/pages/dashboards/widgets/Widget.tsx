import { Button, Flex, Skeleton } from 'antd'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { isolate } from '#admin/format/isolate.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { DatesZoneContext } from '#admin/ui/dates-zone.ts'
import { Initials } from '#admin/ui/Initials.tsx'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import type { WidgetType } from '#contract/insight/widgets.ts'
import { isWidgetType, TYPES } from '../widget-types.ts'
import type { Answer, UsersAnswer } from './read-widget.ts'
import { StatsBody, SystemBody } from './StatsBody.tsx'
import list from './UsersBody.module.css'
import { useWidget } from './use-widget.ts'
import css from './Widget.module.css'
import { WidgetFoot } from './WidgetFoot.tsx'

interface WidgetProps {
  /** Its type may be unknown here. */
  widget: WidgetRecord
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
        <div className={css.notice} role="alert">
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
        <div className={css.notice}>
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

interface KnownProps extends WidgetProps {
  type: WidgetType
}

function Known(props: KnownProps) {
  const { widget, timeRange, isKiosk = false, type } = props
  const state = useWidget(widget, type, timeRange, isKiosk)
  const { answer, updatedAt, failure } = state
  return (
    <div
      className={css.widget}
      data-old={failure !== undefined || updatedAt === 0}
      data-kiosk={isKiosk}
      aria-busy={updatedAt === 0 && failure === undefined}
    >
      <div className={css.body}>
        {answer ? (
          <Body {...props} answer={answer} />
        ) : failure === undefined ? (
          <Skeleton active title={type !== 'recentUsers'} paragraph={{ rows: 4 }} />
        ) : (
          <div className={css.notice} data-failure="" role="alert">
            <p>{translate('Failed to fetch widget data')}</p>
            {failure ? <p dir="auto">{failure}</p> : null}
          </div>
        )}
      </div>
      <WidgetFoot
        state={state}
        title={widget.title || type}
        about={type === 'recentUsers' ? type : undefined}
        isKiosk={isKiosk}
      />
    </div>
  )
}

function Body({ answer, type, timeRange, isKiosk = false }: KnownProps & { answer: Answer }) {
  const { stats } = TYPES[type]
  if (answer.kind === 'users') return <UsersBody answer={answer} isKiosk={isKiosk} />
  if (answer.kind === 'system') return <SystemBody answer={answer} isKiosk={isKiosk} />
  return stats && <StatsBody {...{ stats, answer, timeRange, isKiosk }} />
}

/** The newest users, each a link to their record: initials, name, and how long ago. */
function UsersBody({ answer, isKiosk }: { answer: UsersAnswer; isKiosk: boolean }) {
  if (answer.users.length === 0)
    return (
      <Flex
        component="p"
        vertical
        justify="center"
        style={{ height: '100%', color: 'var(--muted)', textAlign: 'center' }}
      >
        {translate('No new users in this time')}
      </Flex>
    )
  return (
    <ul className={list.users}>
      {answer.users.map(({ key, id, name, createdAt }) => {
        const who = name || translate('Unknown user')
        const said = <bdi {...(name && { translate: 'no' as const })}>{who}</bdi>
        const shown = { className: list.name, title: who, children: said }
        return (
          <li key={key}>
            <Initials of={name} />
            <span className={list.who}>
              {id && !isKiosk ? (
                <Link to={pageAddress('users', id)} {...shown} />
              ) : (
                <span {...shown} />
              )}
              <span style={{ fontSize: '0.86em' }}>
                {/* A day of those that the dashboard's range counts. */}
                <DatesZoneContext value={otherDaysZone()}>
                  <DateText iso={createdAt} absent="N/A" />
                </DatesZoneContext>
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
