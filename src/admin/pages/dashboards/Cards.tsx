import type { CSSProperties, ReactNode, Ref } from 'react'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import css from './Cards.module.css'

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

/** One card, at the place of its widget. */
export function Card({ widget, children }: { widget?: WidgetRecord; children: ReactNode }) {
  return (
    <li
      className={css.card}
      data-wide={(widget && widget.size.width > 1) || undefined}
      {...(widget && { style: placeOf(widget) })}
    >
      {children}
    </li>
  )
}

/** For the style sheet, which knows how wide the page is. */
function placeOf({ position: { x, y }, size: { width, height } }: WidgetRecord): CSSProperties {
  const place = { '--x': x + 1, '--y': y + 1, '--w': width, '--h': height }
  return place as CSSProperties
}
