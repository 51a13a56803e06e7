import type { ReactNode } from 'react'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { Cards } from '../Cards.tsx'

/**
 * Full-width rows: the list layout, and any layout on a phone. While a widget is carried the elements stay in
 * `order`, for an element that is moved in the page loses the focus.
 */
export function EditList({
  order,
  widgets,
  card,
}: {
  order: readonly WidgetRecord[]
  widgets: readonly WidgetRecord[]
  card: (widget: WidgetRecord) => ReactNode
}) {
  return (
    <Cards layout="list">
      {order.map(({ id }) => {
        const place = widgets.findIndex((one) => one.id === id)
        const widget = widgets[place]
        return widget ? (
          <li key={id} style={{ order: place }}>
            {card(widget)}
          </li>
        ) : null
      })}
    </Cards>
  )
}
