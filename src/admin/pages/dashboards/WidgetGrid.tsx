import type { CSSProperties, ReactNode, Ref } from 'react'
import type { TimeRange } from '#contract/insight/days.ts'
import type { Draft } from './read-dashboard.ts'
import css from './WidgetGrid.module.css'
import { WidgetCard } from './widgets/WidgetCard.tsx'

/** Cards at their places in the grid layout; below each other in the list layout and on a phone. */
export function CardGrid({
  layout,
  style,
  ref,
  children,
}: {
  layout: Draft['layout']
  style?: CSSProperties
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  return (
    <div className={css.frame} ref={ref}>
      <ul className={css.grid} data-layout={layout} style={style}>
        {children}
      </ul>
    </div>
  )
}

/** The widgets of a dashboard. On a wall there is nothing to press. */
export function WidgetGrid({
  layout,
  widgets,
  range,
  isKiosk = false,
  style,
}: Pick<Draft, 'layout' | 'widgets'> & {
  range: TimeRange
  isKiosk?: boolean
  style?: CSSProperties
}) {
  return (
    <CardGrid layout={layout} {...(style && { style })}>
      {widgets.map((widget) => {
        const { position, size } = widget
        return (
          <li
            key={widget.id}
            style={{
              '--x': position.x + 1,
              '--y': position.y + 1,
              '--w': size.width,
              '--h': size.height,
            }}
          >
            <WidgetCard
              widget={widget}
              timeRange={range}
              isTall={layout === 'list' || size.height > 1}
              isKiosk={isKiosk}
            />
          </li>
        )
      })}
    </CardGrid>
  )
}
