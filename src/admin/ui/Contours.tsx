import css from './Contours.module.css'

const LINE =
  'M-262 40c-32-70 24-128 88-150s96-62 176-52 92 64 168 84 128 76 96 140-110 60-158 108-136 38-196 12-142-72-174-142Z'

/** Contour lines of a map behind what is empty. Decoration only: what lies around it is relative and isolated. */
export function Contours() {
  return (
    <svg
      className={css.contours}
      viewBox="0 0 560 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {[1, 0.8, 0.61, 0.43, 0.26, 0.11].map((scale) => (
        <path
          key={scale}
          transform={`translate(${254 + 26 * scale} ${190 - 16 * scale}) scale(${scale})`}
          d={LINE}
        />
      ))}
    </svg>
  )
}
