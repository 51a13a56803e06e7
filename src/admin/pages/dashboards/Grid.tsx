import type { CSSProperties } from 'react'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import type { Draft } from './read-dashboard.ts'
import { titleOf } from './widget-types.ts'
import { Widget } from './widgets/Widget.tsx'

/** The widgets of a dashboard, each a card at its place; one column on a phone and in the list layout. */
export function Grid({ draft, range }: { draft: Draft; range: TimeRange }) {
  return (
    <div className="dash-frame">
      <ul className="dash-grid" data-layout={draft.layout}>
        {draft.widgets.map((widget, index) => (
          <li
            key={widget.id}
            className="dash-card"
            data-wide={widget.size.width > 1 || undefined}
            style={placeOf(widget)}
          >
            <section aria-labelledby={`widget-${index}`}>
              <h3 id={`widget-${index}`} title={titleOf(widget)} dir="auto">
                {titleOf(widget)}
              </h3>
              <div className="dash-body">
                <Widget widget={widget} timeRange={range} />
              </div>
            </section>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** For the style sheet, which knows how wide the page is. */
function placeOf({ position: { x, y }, size: { width, height } }: WidgetRecord): CSSProperties {
  const place = { '--x': x + 1, '--y': y + 1, '--w': width, '--h': height }
  return place as CSSProperties
}
