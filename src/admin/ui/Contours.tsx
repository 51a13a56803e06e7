import { brand } from '#brand'
import css from './Contours.module.css'

/** Contour lines of a map behind what is empty. Decoration only: what lies around it is relative and isolated. */
export function Contours() {
  return (
    <svg
      className={css.contours}
      viewBox="0 0 560 360"
      preserveAspectRatio="xMidYMid slice"
      data-motif=""
      aria-hidden="true"
    >
      {[1, 0.8, 0.61, 0.43, 0.26, 0.11].map((scale) => (
        <path
          key={scale}
          transform={`translate(${254 + 26 * scale} ${190 - 16 * scale}) scale(${scale})`}
          d={brand.contour}
        />
      ))}
    </svg>
  )
}
