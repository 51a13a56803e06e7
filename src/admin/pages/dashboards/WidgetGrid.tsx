import type { CSSProperties, ReactNode } from 'react'
import type { WidgetRecord } from '#contract/dashboards.ts'
import type { Draft } from './dashboard.ts'
import css from './WidgetGrid.module.css'

/** Cards at their positions in the grid layout; in one column in the list layout and on phones. */
export function WidgetGrid({
  layout,
  widgets,
  style,
  card,
}: Pick<Draft, 'layout' | 'widgets'> & {
  style?: CSSProperties
  card: (widget: WidgetRecord) => ReactNode
}) {
  return (
    <div className={css.frame}>
      <ul className={css.grid} data-layout={layout} style={style}>
        {widgets.map((widget) => (
          <li
            key={widget.id}
            style={{
              '--x': widget.position.x + 1,
              '--y': widget.position.y + 1,
              '--w': widget.size.width,
              '--h': widget.size.height,
            }}
          >
            {card(widget)}
          </li>
        ))}
      </ul>
    </div>
  )
}
