import type { TimeRange } from '#contract/insight/days.ts'
import { Card, Cards, Frame } from './Cards.tsx'
import css from './Grid.module.css'
import type { Draft } from './read-dashboard.ts'
import { titleOf } from './widget-types.ts'
import { Widget } from './widgets/Widget.tsx'

/** The widgets of a dashboard, each a card at its place; one column on a phone and in the list layout. */
export function Grid({ draft, range }: { draft: Draft; range: TimeRange }) {
  return (
    <Frame>
      <Cards layout={draft.layout}>
        {draft.widgets.map((widget, index) => (
          <Card key={widget.id} widget={widget}>
            <section className={css.widget} aria-labelledby={`widget-${index}`}>
              <h3 id={`widget-${index}`} title={titleOf(widget)} dir="auto">
                {titleOf(widget)}
              </h3>
              <div className={css.body}>
                <Widget widget={widget} timeRange={range} />
              </div>
            </section>
          </Card>
        ))}
      </Cards>
    </Frame>
  )
}
