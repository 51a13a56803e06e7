import type { ReactNode, Ref } from 'react'
import type { TimeRange } from '#contract/insight/days.ts'
import css from './Cards.module.css'
import { type Place, styleAt } from './layout/wall.ts'
import type { Draft } from './read-dashboard.ts'
import { titleOf } from './widget-types.ts'
import { Widget } from './widgets/Widget.tsx'

/** What cards are placed in: their places follow its width, not the window's. */
export function Frame({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div className={css.frame} ref={ref}>
      {children}
    </div>
  )
}

/** Cards at their places in the grid layout; below each other in the list layout and on a phone. */
export function Cards({ layout, children }: { layout: string; children: ReactNode }) {
  return (
    <ul className={css.cards} data-layout={layout}>
      {children}
    </ul>
  )
}

/** One card, at its place. */
export function Card({ place, children }: { place?: Place; children: ReactNode }) {
  return (
    <li
      className={css.card}
      data-wide={(place && place.width > 1) || undefined}
      style={styleAt(place)}
    >
      {children}
    </li>
  )
}

/** The widgets of a dashboard, each a card at its place; one column on a phone and in the list layout. */
export function Grid({ draft, range }: { draft: Draft; range: TimeRange }) {
  return (
    <Frame>
      <Cards layout={draft.layout}>
        {draft.widgets.map((widget, index) => (
          <Card key={widget.id} place={{ ...widget.position, ...widget.size }}>
            <section className={css.widget} aria-labelledby={`widget-${index}`}>
              <h3 id={`widget-${index}`} title={titleOf(widget)} dir="auto">
                {titleOf(widget)}
              </h3>
              <div style={{ flex: '1', minHeight: 0, padding: '8px 16px 12px' }}>
                <Widget widget={widget} timeRange={range} />
              </div>
            </section>
          </Card>
        ))}
      </Cards>
    </Frame>
  )
}
