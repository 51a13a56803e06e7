import { BOX, lineThrough } from './line.ts'
import css from './Sparkline.module.css'

/**
 * A small line of a figure over time, from 0. It is decoration for the ear: whoever shows it says the same
 * in words beside it.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  const drawn = lineThrough(values)
  if (!drawn) return null
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={css.area} d={drawn.area} />
      <path d={drawn.line} />
      <path className={css.last} d={drawn.last} />
    </svg>
  )
}
